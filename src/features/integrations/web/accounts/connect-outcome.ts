import { useEffect, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { showToast, type Toast } from "../../../../web/ui/feedback/toast";
import { type ConnectProblem, connectProblems, type IntegrationProvider } from "../../contract";
import { integrationTexts } from "../texts";

const sentences: Record<ConnectProblem, string> = {
  denied: "The access was not granted, so nothing was connected.",
  expired: "It was not started here, or took too long. Connect again.",
  team: integrationTexts.noTeamDetail,
  forbidden: "Only the owner or admins of a team may connect accounts.",
  limit: "You've reached your Integrations limit. Upgrade now to continue.",
  settings: "A setting of the server is missing; its card says which.",
  taken: "Someone else on your team has connected this account privately.",
  not_allowed:
    "Something that is needed was not allowed. Connect again and tick every box that is asked for.",
  nothing_shared:
    "Nothing that could be connected was shared. Connect again and choose what you want to connect.",
  client: "The provider does not know this server. Whoever runs it has to check its client id and secret.",
  unavailable: "The provider could not be reached, or has a problem on its side. Try again in a few minutes.",
  provider: "The provider did not accept the connection. Try again; if it goes on, check the server's log.",
  unexpected: "Something went wrong on the server; nothing was connected. Try again.",
};

/** What has to be shared, where a person may miss it. */
const toShare: Record<string, string> = {
  facebook_messenger:
    "You didn't share a Facebook Page. Connect again and choose at least one Page that you manage.",
  instagram:
    "None of the Facebook Pages you shared has a professional Instagram account. Link the account to its Page, then connect again and choose that Page.",
  whatsapp:
    "You didn't share a WhatsApp Business number. Connect again and choose the account your number belongs to.",
};

const isProblem = (text: string | null): text is ConnectProblem =>
  connectProblems.some((problem) => problem === text);

/** Why nothing was connected, from the address; undefined when it says nothing about it. */
export function failureOf(search: string): Toast | undefined {
  const query = new URLSearchParams(search);
  if (!query.has("failed")) return undefined;
  const given = query.get("problem");
  const problem = isProblem(given) ? given : "unexpected";
  const title = problem === "team" ? integrationTexts.noTeam : integrationTexts.connectionFailed;
  const shared = problem === "nothing_shared" ? toShare[query.get("failed") ?? ""] : undefined;
  return { title, description: shared ?? sentences[problem], tone: "error" };
}

/** What was connected, from the address. An address can be made up: only what is really connected counts. */
export function successOf(search: string, providers: readonly IntegrationProvider[]): Toast | undefined {
  const id = new URLSearchParams(search).get("connected");
  const provider = providers.find((one) => one.id === id && one.connected);
  if (!provider) return undefined;
  return {
    title: `${provider.name} connected`,
    description: provider.bringsHistory
      ? "The last 30 days are being fetched quietly."
      : "New messages appear in the inbox as they are sent.",
    tone: "success",
  };
}

/**
 * Says once how a connect at a provider's page ended, and takes it out of the address.
 *
 * @param providers - undefined until they are known; null when they will not be.
 * @returns the choice of accounts that waits for the person, whether a limit was what it failed on, whether the person
 * comes back from a provider at all, and the channel that the address asks to connect.
 */
export function useConnectOutcome(providers: readonly IntegrationProvider[] | null | undefined): {
  choiceId: string | null;
  limited: boolean;
  returned: boolean;
  asked: string | null;
  endChoice: () => void;
} {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const [choiceId, setChoiceId] = useState(() => new URLSearchParams(search).get("choose"));
  const [asked] = useState(() => new URLSearchParams(search).get("connect"));
  const [limited] = useState(() => new URLSearchParams(search).get("problem") === "limit");
  const [returned] = useState(() => /(?:^|[?&])(?:connected|failed|choose)=/.test(search));
  useEffect(() => {
    if (!search || providers === undefined) return;
    const toast = failureOf(search) ?? successOf(search, providers ?? []);
    if (toast) showToast(toast);
    navigate(path, { replace: true });
  }, [search, path, navigate, providers]);
  return { choiceId, limited, returned, asked, endChoice: () => setChoiceId(null) };
}

/** For somebody in no team: the same about what failed, where there is no page of integrations to say it. */
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
