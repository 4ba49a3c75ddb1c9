import { lazy, Suspense, useEffect } from "react";
import { useLocation } from "wouter";
import { useProviderUser } from "../features/auth/web/identity";
import { rememberPath } from "../features/auth/web/return-path";
import { useSession } from "../features/auth/web/session";
import { useTeam } from "../features/teams/web/team-queries";
import { texts } from "../shared/texts";
import { onUnauthorized } from "../web/api";
import { reasonOf } from "../web/failure";
import { showToast } from "../web/ui/toast";
import { ConfigurationScreen, NotFoundScreen, Splash, UnreachableScreen } from "./notice-screens";
import { screenAt } from "./screens";
import { Workspace } from "./shell/workspace";

const SignInScreen = lazy(() =>
  import("../features/auth/web/sign-in-screen").then((module) => ({ default: module.SignInScreen })),
);

/** Between the toast and the way to sign-in (milliseconds). Source: specification, section 9. */
const unauthorizedDelay = 500;

/** Decides what the whole window shows: splash, sign-in, the workspace, or why there is none. */
export function App() {
  const [path, navigate] = useLocation();
  const session = useSession();
  // Together with the user instead of after: one round trip less before the first view.
  const somebody = useProviderUser() !== null;
  const team = useTeam(somebody && (session.state === "loading" || session.state === "signed-in"));
  useUnauthorized();

  if (session.state === "loading") return <Splash />;
  if (session.state === "misconfigured") return <ConfigurationScreen />;
  if (session.state === "unreachable")
    return <UnreachableScreen reason={session.reason} onRetry={session.retry} />;
  if (session.state === "signed-out")
    return (
      <Suspense fallback={<Splash />}>
        <SignInScreen />
      </Suspense>
    );

  const screen = screenAt(path);
  if (!screen) return <NotFoundScreen onLeave={() => navigate("/matrix")} />;
  if (team.data) return <Workspace user={session.user} teamId={team.data.id} screen={screen} />;
  if (team.data === null)
    return <UnreachableScreen reason="You are in no team any more." onRetry={() => team.refetch()} />;
  if (team.error && !team.isFetching)
    return <UnreachableScreen reason={reasonOf(team.error)} onRetry={() => team.refetch()} />;
  return <Splash />;
}

/** Any 401: says so once, then leads to sign-in (AUTH-5). */
function useUnauthorized() {
  useEffect(() => {
    let leaving = false;
    return onUnauthorized(() => {
      if (leaving) return;
      leaving = true;
      showToast({
        title: texts.auth.unauthorized,
        description: texts.auth.loggedOut,
        tone: "error",
        final: true,
      });
      rememberPath();
      setTimeout(() => window.location.assign("/api/login"), unauthorizedDelay);
    });
  }, []);
}
