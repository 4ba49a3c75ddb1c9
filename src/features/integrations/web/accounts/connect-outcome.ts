import { useEffect, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { showToast, type Toast } from "../../../../web/ui/feedback/toast";
import { factsOf } from "../../../channels/providers";
import { type ConnectProblem, connectProblems, type IntegrationProvider } from "../../contract";
import { integrationTexts } from "../texts";

const sentences: Record<ConnectProblem, string> = {
  admin:
    "Your organization only lets its administrator allow this. Ask them to approve Zippy at the provider, then connect again.",
  denied: "You didn't grant access, so nothing was connected.",
  expired: "This connection wasn't started here or has expired. Connect again.",
  team: integrationTexts.noTeamDetail,
  unknown: "Zippy has no channel of this name.",
  forbidden: "Only a team's owner or admins can connect accounts.",
  limit: "You've reached your Integrations limit. Upgrade now to continue.",
  settings: "A server setting is missing. The provider's card leads to what to set up.",
  taken: "Someone else on your team has connected this account privately.",
  not_allowed: "A required permission wasn't granted. Connect again and tick every box.",
  nothing_shared:
    "You didn't share anything that can be connected. Connect again and choose what to connect.",
  client:
    "The provider doesn't recognize this server. Ask your administrator to check its client ID and secret.",
  unavailable: "The provider could not be reached or has a problem on its side. Try again in a few minutes.",
  unreadable:
    "The provider answered with something Zippy can't read. Try again in a few minutes. If this continues, check the server's log.",
  provider: "The provider rejected the connection. Try again. If this continues, check the server's log.",
  unexpected: "Something went wrong on the server. Nothing was connected. Try again.",
};

const isProblem = (text: string | null): text is ConnectProblem =>
  connectProblems.some((problem) => problem === text);

/** Explains from the URL why nothing was connected; undefined if the URL says nothing. */
export function failureOf(search: string): Toast | undefined {
  const query = new URLSearchParams(search);
  if (!query.has("failed")) return undefined;
  const given = query.get("problem");
  const problem = isProblem(given) ? given : "unexpected";
  const title = problem === "team" ? integrationTexts.noTeam : integrationTexts.connectionFailed;
  const shared = problem === "nothing_shared" ? factsOf(query.get("failed") ?? "")?.nothingShared : undefined;
  return { title, description: shared ?? sentences[problem], tone: "error" };
}

/** Explains from the URL what was connected. Anyone can craft a URL, so it must match a connected account. */
export function successOf(search: string, providers: readonly IntegrationProvider[]): Toast | undefined {
  const id = new URLSearchParams(search).get("connected");
  const provider = providers.find((one) => one.id === id && one.connected);
  if (!provider) return undefined;
  return {
    title: `${provider.name} connected`,
    description: provider.bringsHistory
      ? "Zippy is fetching the last 30 days in the background."
      : "New messages appear in the inbox as they are sent.",
    tone: "success",
  };
}

/**
 * Shows once how a consent ended, and removes the result from the URL.
 *
 * @param providers - undefined until they are loaded; null if loading failed.
 * @returns the pending choice of accounts, whether a plan limit was the reason for a failure, whether the
 * user just returned from a provider, and the provider whose form the URL asks for.
 */
export function useConnectOutcome(providers: readonly IntegrationProvider[] | null | undefined): {
  choiceId: string | null;
  limited: boolean;
  returned: boolean;
  requestedId: string | null;
  endChoice: () => void;
} {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const [choiceId, setChoiceId] = useState(() => new URLSearchParams(search).get("choose"));
  const [requestedId] = useState(() => new URLSearchParams(search).get("connect"));
  const [limited] = useState(() => new URLSearchParams(search).get("problem") === "limit");
  const [returned] = useState(() => /(?:^|[?&])(?:connected|failed|choose)=/.test(search));
  useEffect(() => {
    if (!search || providers === undefined) return;
    const toast = failureOf(search) ?? successOf(search, providers ?? []);
    if (toast) showToast(toast);
    navigate(path, { replace: true });
  }, [search, path, navigate, providers]);
  return { choiceId, limited, returned, requestedId, endChoice: () => setChoiceId(null) };
}

/** Shows the failure to users without a team, who have no integrations page. */
export function ConnectFailure(): null {
  const search = useSearch();
  const [path, navigate] = useLocation();
  useEffect(() => {
    const toast = failureOf(search);
    if (!toast) return;
    showToast(toast);
    navigate(path, { replace: true });
  }, [search, path, navigate]);
  return null;
}
