import { minute } from "../../../shared/durations";
import type { IntegrationAccount, IntegrationProvider, Proof } from "../contract";
import type { Provider } from "../providers/provider";
import type { ConnectionRow } from "../repository";
import type { StoredProof } from "../tables";

/** How long a round trip waits for its message (milliseconds). */
const proofLength = 10 * minute;

/** The path of a provider's webhook. */
export const webhookPath = (provider: Provider): string =>
  `/api/integrations/webhooks/${provider.webhook?.path ?? ""}${provider.webhook?.placeholder ? `/${provider.webhook.placeholder}` : ""}`;

/** The URL a provider sends the browser back to. */
export const redirectUri = (provider: Provider, baseUrl: string): string =>
  `${baseUrl}/api/integrations/${provider.id}/callback`;

/** Describes a provider with its accounts among `rows`. `url`: its webhook. */
export function toProvider(provider: Provider, rows: ConnectionRow[], url: string): IntegrationProvider {
  const accounts = rows.filter((row) => row.provider === provider.id).map((row) => toAccount(row, provider));
  return {
    id: provider.id,
    name: provider.name,
    description: provider.description,
    category: provider.category,
    connected: accounts.length > 0,
    requiresOAuth: provider.connect.kind === "oauth",
    account: accounts[0] ?? null,
    accounts,
    missing: provider.missing,
    fields: provider.connect.kind === "direct" ? provider.connect.fields : [],
    webhookUrl: provider.webhook?.enteredByHand ? url : null,
    choosesConversations: provider.conversations !== undefined,
    syncs: provider.fetch !== null,
    bringsHistory: provider.fetch !== null && provider.bringsHistory !== false,
    disconnectNote:
      provider.disconnectNote ?? `Zippy gives up its access to ${provider.name} and deletes it here.`,
  };
}

export function toAccount(row: ConnectionRow, { connect }: Provider): IntegrationAccount {
  const { conversations } = row.settings as { conversations?: string[] | null };
  return {
    id: row.accountId,
    accountEmail: row.address,
    accountName: row.name,
    lastSyncAt: row.lastSyncAt?.toISOString() ?? null,
    syncInterval: row.syncInterval,
    status: row.status === "reconnect" ? "reconnect" : "connected",
    onlyMe: row.visibleTo !== null,
    conversations: conversations ?? null,
    known: (connect.kind === "direct" && connect.known?.(row)) || {},
  };
}

export function toProof(proof: StoredProof): Proof {
  return { ...proof, endsAt: new Date(Date.parse(proof.startedAt) + proofLength).toISOString() };
}
