import type { Actor } from "../../../shared/actor";
import { AppError } from "../../../shared/app-error";
import { requireRight } from "../../teams/service";
import type { IntegrationAccount } from "../contract";
import type { DirectConnect, OAuthConnect, Provider } from "../providers/provider";
import { toAppError } from "../providers/provider-error";
import { redirectUri, toAccount } from "./account-views";
import { type ConnectTools, createConnect } from "./connect";

export interface ConnectingTools extends ConnectTools {
  /** @throws AppError `not_found` for a channel that does not exist. */
  requireProvider: (id: string) => Provider;
  /** Where people and providers reach the server; null: only this machine does. */
  publicUrl: string | null;
}

/** The ways in which a person connects an account: consent at the provider's page, or what they type in. */
export function createConnecting({ requireProvider, publicUrl, ...tools }: ConnectingTools) {
  const connect = createConnect(tools);

  return {
    /** Where the browser goes to give consent. */
    async beginOAuth(
      actor: Actor,
      providerId: string,
      { teamId, onlyMe, baseUrl }: { teamId: string; onlyMe: boolean; baseUrl: string },
    ): Promise<string> {
      const provider = requireProvider(providerId);
      const oauth = requireConnect(provider, "oauth");
      return connect.begin(actor, {
        provider,
        connect: oauth,
        teamId,
        onlyMe,
        redirectUri: redirectUri(provider, publicUrl ?? baseUrl),
      });
    },

    /** The browser is back from the provider. */
    async completeOAuth(actor: Actor, providerId: string, callback: URL, baseUrl: string) {
      const provider = requireProvider(providerId);
      const oauth = requireConnect(provider, "oauth");
      return connect.complete(actor, {
        provider,
        connect: oauth,
        callback,
        redirectUri: redirectUri(provider, publicUrl ?? baseUrl),
      });
    },

    choice: connect.choice,

    async choose(actor: Actor, id: string, externalIds: string[]): Promise<IntegrationAccount[]> {
      return (await connect.choose(actor, id, externalIds, requireProvider)).map(toAccount);
    },

    /** Connects an account by what the person typed in. */
    async connectDirectly(
      actor: Actor,
      providerId: string,
      { teamId, onlyMe, ...fields }: { teamId: string; onlyMe: boolean } & Record<string, unknown>,
    ): Promise<IntegrationAccount> {
      requireRight(actor, teamId, "integrations");
      const provider = requireProvider(providerId);
      const direct = requireConnect(provider, "direct");
      const parsed = direct.body.safeParse(fields);
      if (!parsed.success) {
        const [issue] = parsed.error.issues;
        throw new AppError(
          "invalid_input",
          `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "is not valid"}`,
        );
      }
      const found = await direct.connect(parsed.data).catch(toAppError);
      return toAccount(await connect.connectFound(actor, provider, { teamId, onlyMe }, found));
    },
  };
}

function requireConnect<Kind extends "oauth" | "direct">(
  provider: Provider,
  kind: Kind,
): Kind extends "oauth" ? OAuthConnect : DirectConnect {
  if (provider.connect.kind !== kind)
    throw new AppError("invalid_input", `${provider.name} is not connected this way.`);
  const [first] = provider.missing;
  if (first)
    throw new AppError("unavailable", `${provider.name} cannot be connected yet: ${first.name} is not set.`);
  return provider.connect as Kind extends "oauth" ? OAuthConnect : DirectConnect;
}
