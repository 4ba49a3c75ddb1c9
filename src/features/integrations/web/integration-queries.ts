import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { counted } from "../../../shared/counted";
import { call } from "../../../web/api";
import { goesOnOutside } from "../../../web/live";
import { showToast, type Toast } from "../../../web/ui/feedback/toast";
import { channelName } from "../../channels/channels";
import { providerFacts } from "../../channels/providers";
import {
  chooseAccounts,
  connectDirectly,
  disconnectAccount,
  dismissQuarantine,
  getConnectChoice,
  getProof,
  type IntegrationAccount,
  type IntegrationProvider,
  listConversations,
  listHealth,
  listProviders,
  listQuarantine,
  retryQuarantine,
  startProof,
  syncAccount,
  testAccount,
  updateAccount,
} from "../contract";
import { showProblem } from "./show-problem";
import { integrationTexts } from "./texts";

/** Polling interval for health (milliseconds). Source: specification, section 9. */
const healthInterval = 30_000;
/** Polling interval for a running round trip (milliseconds). */
const proofInterval = 2_000;

/** Query keys. Live events invalidate everything under `team`. */
export const integrationKeys = {
  team: (teamId: string) => ["team", teamId, "integrations"],
  providers: (teamId: string) => ["team", teamId, "integrations", "providers"],
  health: (teamId: string) => ["team", teamId, "integrations", "health"],
  conversations: (teamId: string, accountId: string) => [
    "team",
    teamId,
    "integrations",
    "conversations",
    accountId,
  ],
  quarantine: (teamId: string, accountId: string) => [
    "team",
    teamId,
    "integrations",
    "quarantine",
    accountId,
  ],
  proof: (teamId: string, accountId: string) => ["team", teamId, "integrations", "proof", accountId],
  choice: (teamId: string, choiceId: string) => ["team", teamId, "integrations", "choice", choiceId],
};

/**
 * All providers with the team's accounts. The API uses the current team; the key separates the caches per
 * team.
 */
export function useProviders(teamId: string) {
  return useQuery({
    queryKey: integrationKeys.providers(teamId),
    queryFn: ({ signal }) => call(listProviders, { signal }),
  });
}

/** The health of the connected accounts, polled every 30 seconds. */
export function useHealth(teamId: string) {
  return useQuery({
    queryKey: integrationKeys.health(teamId),
    queryFn: ({ signal }) => call(listHealth, { signal }),
    refetchInterval: healthInterval,
  });
}

/** The accounts from a consent, to choose from. */
export function useConnectChoice(teamId: string, choiceId: string) {
  return useQuery({
    queryKey: integrationKeys.choice(teamId, choiceId),
    queryFn: ({ signal }) => call(getConnectChoice, { params: { choiceId }, signal }),
    // A choice never changes, and is gone once it is made.
    staleTime: "static",
  });
}

/** The conversations of an account to choose from. */
export function useConversations(teamId: string, accountId: string, enabled: boolean) {
  return useQuery({
    queryKey: integrationKeys.conversations(teamId, accountId),
    queryFn: ({ signal }) => call(listConversations, { params: { accountId }, signal }),
    enabled,
  });
}

/** What an account has set aside. */
export function useQuarantine(teamId: string, accountId: string) {
  return useQuery({
    queryKey: integrationKeys.quarantine(teamId, accountId),
    queryFn: ({ signal }) => call(listQuarantine, { params: { accountId }, signal }),
  });
}

/** A round trip. Polled while it waits for its message. */
export function useProof(teamId: string, accountId: string) {
  return useQuery({
    queryKey: integrationKeys.proof(teamId, accountId),
    queryFn: ({ signal }) => call(getProof, { params: { accountId }, signal }),
    refetchInterval: ({ state }) => {
      const waiting = state.data && !state.data.arrivedAt && Date.parse(state.data.endsAt) > Date.now();
      return waiting ? proofInterval : false;
    },
  });
}

interface AccountChange<Input, Result> {
  run: (input: Input) => Promise<Result>;
  /** The toast for a success; undefined for none. */
  done: (result: Result, input: Input) => Toast | undefined;
  /** Title and text of the toast for a failure. */
  failed: readonly [title: string, text: string];
  /** The account as it is now, which the screen shows without waiting for the reloaded list. */
  changed?: (result: Result) => IntegrationAccount;
  /**
   * True if the mutation only calls the provider. It changes nothing on screen, so live updates don't wait
   * for it.
   */
  callsProviderOnly?: boolean;
}

/**
 * A mutation of the team's accounts with its toasts. Reloads the page's queries afterwards.
 *
 * The toasts are here instead of at the call, because the row that started the mutation may be gone by then.
 */
function useAccountChange<Input, Result>(
  teamId: string,
  { run, done, failed, changed, callsProviderOnly = false }: AccountChange<Input, Result>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    ...(callsProviderOnly && { meta: goesOnOutside }),
    onSuccess: (result, input) => {
      if (changed)
        queryClient.setQueryData<IntegrationProvider[]>(integrationKeys.providers(teamId), (providers) =>
          providers?.map((provider) => withAccount(provider, changed(result))),
        );
      const toast = done(result, input);
      if (toast) showToast(toast);
    },
    onError: (error) => showProblem(...failed, error),
    // Not awaited, so callers don't wait for the lists.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: integrationKeys.team(teamId) }),
  });
}

function withAccount(provider: IntegrationProvider, changed: IntegrationAccount): IntegrationProvider {
  const latest = <Account extends IntegrationAccount | null>(account: Account) =>
    account?.id === changed.id ? changed : account;
  return { ...provider, account: latest(provider.account), accounts: provider.accounts.map(latest) };
}

const words = integrationTexts;

type Fields = { onlyMe?: boolean } & Record<string, unknown>;

/** Connects an account with a form. `again`: the account to reconnect. */
export const useConnectDirectly = (
  teamId: string,
  { id, name }: Pick<IntegrationProvider, "id" | "name">,
  again?: IntegrationAccount,
) =>
  useAccountChange(teamId, {
    run: (fields: Fields): Promise<IntegrationAccount> =>
      call(connectDirectly, { params: { provider: id }, body: { ...fields, teamId } }),
    done: (account) => ({
      title: providerFacts[id].connected ?? `${name} connected`,
      ...(again &&
        again.id !== account.id && { description: `This is a different account than ${again.accountName}.` }),
      tone: "success",
    }),
    failed: [words.connectionFailed, providerFacts[id].failedToConnect ?? `Failed to connect ${name}`],
  });

export const useChooseAccounts = (teamId: string, provider: string) =>
  useAccountChange(teamId, {
    run: ({ choiceId, externalIds }: { choiceId: string; externalIds: string[] }) =>
      call(chooseAccounts, { params: { choiceId }, body: { externalIds } }),
    done: () => ({ title: `${channelName(provider)} connected`, tone: "success" }),
    failed: [words.connectionFailed, "Couldn't connect the accounts"],
  });

export const useDisconnect = (teamId: string) =>
  useAccountChange(teamId, {
    run: (accountId: string) => call(disconnectAccount, { params: { accountId } }),
    done: () => ({ title: words.disconnected, tone: "success" }),
    failed: [words.failed, words.failedToDisconnect],
  });

export const useSyncNow = (teamId: string) =>
  useAccountChange(teamId, {
    run: (accountId: string) => call(syncAccount, { params: { accountId } }),
    done: ({ stored }) => ({
      title: words.synced,
      description: `${counted(stored, "new message")}.`,
      tone: "success",
    }),
    failed: [words.syncError, words.failedToSync],
    callsProviderOnly: true,
  });

export const useUpdateAccount = (teamId: string) =>
  useAccountChange(teamId, {
    run: ({
      accountId,
      ...body
    }: {
      accountId: string;
      syncInterval?: number;
      conversations?: string[] | null;
    }) => call(updateAccount, { params: { accountId }, body }),
    done: () => ({ title: words.settingsUpdated, tone: "success" }),
    changed: (account) => account,
    failed: [words.updateFailed, words.failedToUpdate],
  });

export const useTestAccount = (teamId: string) =>
  useAccountChange(teamId, {
    run: (accountId: string) => call(testAccount, { params: { accountId } }),
    done: ({ success, message }) => ({
      title: success ? "Test passed" : words.testFailed,
      description: message,
      tone: success ? "success" : "error",
    }),
    failed: [words.testFailed, words.failedToTest],
    callsProviderOnly: true,
  });

interface ChosenItems {
  accountId: string;
  /** Default: all. */
  ids?: string[];
}

export const useRetryQuarantine = (teamId: string) =>
  useAccountChange(teamId, {
    run: ({ accountId, ...body }: ChosenItems) => call(retryQuarantine, { params: { accountId }, body }),
    done: ({ failed, checked, reason }) => {
      if (failed > 0)
        return { title: "Failed again", ...(reason && { description: reason }), tone: "error" as const };
      return {
        title: checked > 0 ? "Trying again" : "Stored",
        ...(checked > 0 && { description: "The next check starts now." }),
        tone: "success" as const,
      };
    },
    failed: ["Error", "Couldn't try it again"],
  });

export const useDismissQuarantine = (teamId: string) =>
  useAccountChange(teamId, {
    run: ({ accountId, ...body }: ChosenItems) => call(dismissQuarantine, { params: { accountId }, body }),
    done: () => ({ title: "Dismissed", tone: "success" }),
    failed: ["Error", "Couldn't dismiss it"],
  });

export const useStartProof = (teamId: string) =>
  useAccountChange(teamId, {
    run: (accountId: string) => call(startProof, { params: { accountId } }),
    done: () => undefined,
    failed: ["Error", "Couldn't start the round trip"],
  });

/** The URL that starts a consent (specification, section 7). */
export function consentPath(
  provider: Pick<IntegrationProvider, "id">,
  teamId: string,
  onlyMe: boolean,
): string {
  const query = new URLSearchParams({ teamId, ...(onlyMe && { onlyMe: "true" }) });
  return `/api/integrations/${encodeURIComponent(provider.id)}/connect?${query}`;
}
