import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../web/api";
import { goesOnOutside } from "../../../web/live";
import { showToast, type Toast } from "../../../web/ui/feedback/toast";
import { channelName } from "../../channels/channels";
import {
  chooseAccounts,
  connectDirectly,
  disconnectAccount,
  getConnectChoice,
  getProof,
  type IntegrationAccount,
  type IntegrationProvider,
  listConversations,
  listHealth,
  listProviders,
  startProof,
  syncAccount,
  testAccount,
  updateAccount,
} from "../contract";
import { showProblem } from "./show-problem";
import { integrationTexts } from "./texts";

/** How often health is asked for (milliseconds). Source: specification, section 9. */
const healthInterval = 30_000;
/** How often a round trip under way is asked for (milliseconds). */
const proofInterval = 2_000;

/** Cache keys; live events make everything under `team` old. */
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
  proof: (teamId: string, accountId: string) => ["team", teamId, "integrations", "proof", accountId],
  choice: (teamId: string, choiceId: string) => ["team", teamId, "integrations", "choice", choiceId],
};

/** The channels there are, with the team's accounts. The calls speak of the team in use; the key says which that is. */
export function useProviders(teamId: string) {
  return useQuery({
    queryKey: integrationKeys.providers(teamId),
    queryFn: ({ signal }) => call(listProviders, { signal }),
  });
}

/** How the connected accounts are doing, asked for every 30 seconds. */
export function useHealth(teamId: string) {
  return useQuery({
    queryKey: integrationKeys.health(teamId),
    queryFn: ({ signal }) => call(listHealth, { signal }),
    refetchInterval: healthInterval,
  });
}

/** The accounts that a consent has made available. */
export function useConnectChoice(teamId: string, choiceId: string) {
  return useQuery({
    queryKey: integrationKeys.choice(teamId, choiceId),
    queryFn: ({ signal }) => call(getConnectChoice, { params: { choiceId }, signal }),
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

/** A round trip; asked for again and again while its message is awaited. */
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
  /** What is said when it is done; undefined: nothing. */
  done: (result: Result, input: Input) => Toast | undefined;
  /** Title and text of the toast when it failed. */
  failed: readonly [title: string, text: string];
  /** It only asks the provider: nothing on screen is about to change, so live updates do not wait for it. */
  asks?: boolean;
}

/**
 * A change of the team's accounts, with its toast; what the page shows is loaded again afterwards.
 *
 * The toasts are told here and not where it was begun: the row it was begun in may be gone by then.
 */
function useAccountChange<Input, Result>(
  teamId: string,
  { run, done, failed, asks = false }: AccountChange<Input, Result>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    ...(asks && { meta: goesOnOutside }),
    onSuccess: (result, input) => {
      const toast = done(result, input);
      if (toast) showToast(toast);
    },
    onError: (error) => showProblem(...failed, error),
    // Not awaited: whoever waits for the change does not wait for the lists.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: integrationKeys.team(teamId) }),
  });
}

const words = integrationTexts;

type Fields = { onlyMe: boolean } & Record<string, unknown>;

/** Connects an account by what was typed in. `again`: the account it is meant to be, when it was connected before. */
export const useConnectDirectly = (
  teamId: string,
  { id, name }: Pick<IntegrationProvider, "id" | "name">,
  again?: IntegrationAccount,
) =>
  useAccountChange(teamId, {
    run: (fields: Fields): Promise<IntegrationAccount> =>
      call(connectDirectly, { params: { provider: id }, body: { ...fields, teamId } }),
    done: (account) => ({
      title: id === "sms" ? words.smsConnected : `${name} connected`,
      ...(again &&
        again.id !== account.id && { description: `This is another account than ${again.accountName}.` }),
      tone: "success",
    }),
    failed: [words.connectionFailed, id === "sms" ? words.failedToConnectSms : `Failed to connect ${name}`],
  });

export const useChooseAccounts = (teamId: string, provider: string) =>
  useAccountChange(teamId, {
    run: ({ choiceId, externalIds }: { choiceId: string; externalIds: string[] }) =>
      call(chooseAccounts, { params: { choiceId }, body: { externalIds } }),
    done: () => ({ title: `${channelName(provider)} connected`, tone: "success" }),
    failed: [words.connectionFailed, "The accounts could not be connected"],
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
      description: stored === 1 ? "1 new message." : `${stored} new messages.`,
      tone: "success",
    }),
    failed: [words.syncError, words.failedToSync],
    asks: true,
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
    asks: true,
  });

export const useStartProof = (teamId: string) =>
  useAccountChange(teamId, {
    run: (accountId: string) => call(startProof, { params: { accountId } }),
    done: () => undefined,
    failed: ["Error", "The round trip could not be started"],
  });

/** Where the browser goes to connect an account by consent (specification, section 7). */
export function consentPath(
  provider: Pick<IntegrationProvider, "id">,
  teamId: string,
  onlyMe: boolean,
): string {
  const query = new URLSearchParams({ teamId, ...(onlyMe && { onlyMe: "true" }) });
  return `/api/integrations/${encodeURIComponent(provider.id)}/connect?${query}`;
}
