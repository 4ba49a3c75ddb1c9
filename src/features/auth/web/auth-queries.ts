import { useQuery } from "@tanstack/react-query";
import { call } from "../../../web/api";
import { currentUser } from "../contract";

/**
 * The signed-in user; requested only if the identity provider knows somebody (AUTH-2). An error means signed
 * out.
 */
export function useUser() {
  return useQuery({
    queryKey: ["user"],
    queryFn: ({ signal }) => call(currentUser, { signal }),
  });
}
