import "../web/ui/theme/styles";
import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { QueryClientProvider, useQueryClient } from "@tanstack/react-query";
import { memo, type ReactNode, useEffect, useLayoutEffect, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { leaveSignIn, rememberPath } from "../features/auth/web/return-path";
import { useOtherPerson, useSession } from "../features/auth/web/session/session";
import { authTexts } from "../features/auth/web/texts";
import { useRecorderStep } from "../features/meetings/web/recorder/recorder-store";
import { readBoardAhead } from "../features/tasks/web/board-ahead";
import { useTeamInUse } from "../features/teams/web/team-in-use";
import { teamOfSearch, useTeamOfAddress } from "../features/teams/web/team-of-address";
import { painted } from "../web/after-keys";
import { onUnauthorized } from "../web/api";
import { reasonOf } from "../web/failure";
import { useLastFailure } from "../web/last-failure";
import { styleNonce } from "../web/nonce";
import { createQueryClient } from "../web/query-client";
import { onServerBack } from "../web/server-reach";
import { showToast, Toaster } from "../web/ui/feedback/toast";
import { lazyPart, lazyView } from "../web/ui/lazy-part";
import { listenToKeys } from "../web/ui/shortcuts/shortcuts";
import { cssVariablesResolver, theme } from "../web/ui/theme/theme";
import { Splash, UnreachableScreen } from "./notice-screens";
import { namesRow, screenAt } from "./screens";
import { LeaveQuestion } from "./shell/leave-question";
import { UnknownPath } from "./shell/unknown-path";
import { Workspace } from "./shell/workspace";

const NoTeamScreen = lazyView(
  () => import("../features/teams/web/no-team-screen"),
  "NoTeamScreen",
  <Splash />,
);

const OwnData = lazyPart(() => import("../features/portability/web/own-data"), "OwnData");

const DeletedAccountScreen = lazyView(
  () => import("../features/portability/web/deleted-account-screen"),
  "DeletedAccountScreen",
  <Splash />,
);

const ConnectFailure = lazyPart(
  () => import("../features/integrations/web/accounts/connect-outcome"),
  "ConnectFailure",
);

const later = () => import("../web/later");

/** Time between the toast and the redirect to sign-in (milliseconds). Source: specification, section 9. */
const unauthorizedDelay = 500;

const nonce = styleNonce();
// The inline script of index.html reads the same key before the first paint.
const colorSchemeManager = localStorageColorSchemeManager({ key: "zippy-color-scheme" });

interface AppProps {
  /** Called if the server has no session for the person. */
  onRefused: () => void;
  /** What a start that takes too long shows until the server answers. */
  late: ReactNode;
}

/**
 * The workspace with its surroundings: component library, server data, keyboard. Memoized, because what shows it follows
 * the address.
 */
export const App = memo(function App({ onRefused, late }: AppProps) {
  // New for every mount, so that nothing of the previous person stays in memory.
  const [queryClient] = useState(() => {
    const created = createQueryClient();
    readBoardAhead(created);
    return created;
  });
  useEffect(() => listenToKeys(), []);
  useEffect(installWorker, []);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <OfOnePerson onRefused={onRefused} late={late} />
        <LeaveQuestion />
        <Toaster />
      </QueryClientProvider>
    </MantineProvider>
  );
});

/**
 * Installs the service worker, once the page has nothing better to do: it opens the workspace without a connection,
 * and shows push notifications.
 */
function installWorker() {
  // Vite's server for development has no worker.
  if (import.meta.env.DEV) return;
  // Not over plain http from other machines: browsers don't offer service workers there.
  const install = () =>
    navigator.serviceWorker
      ?.register("/service-worker.js")
      .catch((error: unknown) => console.warn("Couldn't install the service worker", error));
  if ("requestIdleCallback" in window) requestIdleCallback(install, { timeout: 5_000 });
  else setTimeout(install);
}

/**
 * Nothing at all once somebody else has signed in here in another tab: the page is on its way to be theirs. A recording
 * holds it: its sound stops by itself, says who signed in, and is kept until the person is back.
 */
function OfOnePerson(props: AppProps) {
  const recorder = useRecorderStep();
  return useOtherPerson(recorder === "idle") ? <Splash /> : <SignedIn {...props} />;
}

/** The splash, the workspace, or an error. */
function SignedIn({ onRefused, late }: AppProps) {
  const [path] = useLocation();
  const session = useSession();
  // In parallel with the user, which saves a round trip before the first view.
  const team = useTeamInUse();
  const teamFailure = useLastFailure(team);
  const switching = useTeamOfAddress();
  const leaving = useLeftRow(team.data?.id, path);
  const refused = session.state === "refused";
  useEffect(() => {
    if (refused) onRefused();
  }, [refused, onRefused]);
  useUnauthorized();
  const userId = session.state === "signed-in" ? session.user.id : undefined;
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!userId) return;
    // Another tab has signed in meanwhile, or somebody kept the address.
    leaveSignIn();
    let gone = false;
    // The first view is drawn before more code is asked for.
    painted()
      .then(later)
      .then(({ keepFocus, keepOffline }) => {
        if (gone) return;
        keepFocus();
        return keepOffline(userId, queryClient);
      })
      .catch((error: unknown) => console.warn("Couldn't load what keeps data here", error));
    return () => {
      gone = true;
    };
  }, [userId, queryClient]);
  const retry = session.state === "unreachable" ? session.retry : undefined;
  useEffect(() => (retry ? onServerBack(retry) : undefined), [retry]);

  if (session.state === "unreachable")
    return <UnreachableScreen reason={session.reason} onRetry={session.retry} />;
  if (session.state === "late") return late;
  if (session.state !== "signed-in") return <Splash />;
  if (session.user.deletesAt !== null) return <DeletedAccountScreen deletesAt={session.user.deletesAt} />;
  const screen = screenAt(path);
  if (leaving || switching) return <Splash />;
  if (!screen) return <UnknownPath user={session.user} />;
  if (team.data)
    // Remounts with the team, so that no selection, dialog or input carries over.
    return <Workspace key={team.data.id} user={session.user} teamId={team.data.id} screen={screen} />;
  if (team.data === null)
    return (
      <>
        <NoTeamScreen ownData={<OwnData user={session.user} />} />
        <ConnectFailure />
      </>
    );
  if (teamFailure) return <UnreachableScreen reason={reasonOf(teamFailure)} onRetry={() => team.refetch()} />;
  return <Splash />;
}

/**
 * If the team changes while the address names a row of the previous team, leads to that row's screen.
 *
 * @returns true until the screen is there.
 */
function useLeftRow(teamId: string | undefined, path: string): boolean {
  const [, navigate] = useLocation();
  const meant = teamOfSearch(useSearch());
  const [known, setKnown] = useState(teamId);
  const changed = teamId !== undefined && teamId !== known;
  // An address that names its team was meant for it.
  const leaving = changed && known !== undefined && namesRow(path) && meant !== teamId;
  useLayoutEffect(() => {
    if (leaving) navigate(`/${path.split("/")[1]}`, { replace: true });
    if (changed) setKnown(teamId);
  }, [leaving, changed, path, teamId, navigate]);
  return leaving;
}

/** On any 401: shows one toast, then goes to sign-in (AUTH-5). */
function useUnauthorized() {
  useEffect(() => {
    let leaving = false;
    return onUnauthorized(() => {
      if (leaving) return;
      leaving = true;
      later()
        .then(({ forgetReads }) => forgetReads())
        .catch(() => undefined);
      showToast({
        title: authTexts.unauthorized,
        description: authTexts.loggedOut,
        tone: "error",
        final: true,
      });
      rememberPath();
      setTimeout(() => window.location.assign("/api/login"), unauthorizedDelay);
    });
  }, []);
}
