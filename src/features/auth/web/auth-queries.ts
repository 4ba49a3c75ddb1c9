import { useIsMutating, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { texts } from "../../../shared/texts";
import { call } from "../../../web/api";
import { showToast } from "../../../web/ui/toast";
import { currentUser, logout, verifyToken } from "../contract";
import { identity, useProviderUser } from "./identity";

const userKey = ["user"];
const signInKey = ["sign-in"];

/**
 * The signed-in user; asked for only while the identity provider knows somebody (AUTH-2), and not while a sign-in is
 * under way. An error means signed out.
 */
export function useUser() {
  const known = useProviderUser() !== null;
  const signingIn = useIsMutating({ mutationKey: signInKey }) > 0;
  return useQuery({
    queryKey: userKey,
    queryFn: ({ signal }) => call(currentUser, { signal }),
    enabled: known && !signingIn,
  });
}

/** Signs in: `mutate()` inside a click opens the provider's popup. A token the server refuses is only logged (specification, section 7). */
export function useSignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: signInKey,
    mutationFn: async () => {
      const idToken = await identity().signIn();
      try {
        await call(verifyToken, { body: { idToken } });
      } catch (error) {
        console.warn("The server did not accept the sign-in", error);
      }
      // Whatever was loaded belongs to whoever was here before.
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "identity-settings" });
    },
    onError: (error) =>
      showToast({
        title: texts.auth.failed,
        description: error.message || texts.auth.failedToStart,
        tone: "error",
      }),
  });
}

/** Ends the session and leads to /, also when the server cannot be told. */
export function useSignOut() {
  return useMutation({
    mutationFn: async () => {
      await identity().signOut();
      await call(logout, {});
    },
    onSettled: () => window.location.assign("/"),
  });
}
