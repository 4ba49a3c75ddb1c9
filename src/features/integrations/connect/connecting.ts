import { sentenceOf } from "../../../server/http/input";
import type { Actor } from "../../../shared/actor";
import { AppError } from "../../../shared/app-error";
import { requireRight } from "../../teams/service";
import type { IntegrationAccount } from "../contract";
import type { DirectConnect, OAuthConnect, Provider } from "../providers/provider";
import { throwReadable } from "../providers/provider-error";
import { redirectUri, toAccount } from "./account-views";
import { type ConnectTools, createConnect } from "./connect";

export interface ConnectingTools extends ConnectTools {
  /** @throws AppError `not_found` for an unknown provider. */
  requireProvider: (id: string) => Provider;
  /** The public URL of the server; null if only this machine can reach it. */
  publicUrl: string | null;
}

/** The two ways to connect an account: consent on the provider's page, or a form. */
export function createConnecting({ requireProvider, publicUrl, ...tools }: ConnectingTools) {
  const connect = createConnect(tools);

  return {
    /** Starts a consent. Returns the URL to send the browser to. */
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

    /** Handles the browser's return from the provider. */
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
      const rows = await connect.choose(actor, id, externalIds, requireProvider);
      return rows.map((row) => toAccount(row, requireProvider(row.provider)));
    },

    /** Connects an account from a form. */
    async connectDirectly(
      actor: Actor,
      providerId: string,
      { teamId, onlyMe, ...fields }: { teamId: string; onlyMe: boolean } & Record<string, unknown>,
    ): Promise<IntegrationAccount> {
      requireRight(actor, teamId, "integrations");
      const provider = requireProvider(providerId);
      const direct = requireConnect(provider, "direct");
      const parsed = direct.body.safeParse(fields, { error: sentenceOfField });
      if (!parsed.success)
        throw new AppError("invalid_input", parsed.error.issues[0]?.message ?? "This isn't valid.");
      const found = await direct.connect(parsed.data).catch(throwReadable);
      return toAccount(await connect.connectFound(actor, provider, { teamId, onlyMe }, found), provider);
    },
  };
}

function requireConnect<Kind extends "oauth" | "direct">(
  provider: Provider,
  kind: Kind,
): Kind extends "oauth" ? OAuthConnect : DirectConnect {
  if (provider.connect.kind !== kind)
    throw new AppError("invalid_input", `${provider.name} doesn't connect this way.`);
  const [first] = provider.missing;
  if (first)
    throw new AppError("unavailable", `${provider.name} can't be connected yet: ${first.name} isn't set.`);
  return provider.connect as Kind extends "oauth" ? OAuthConnect : DirectConnect;
}

/** A general sentence needs the field's name. A provider's own sentence says what it is about, and comes first. */
const sentenceOfField: typeof sentenceOf = (issue) =>
  [issue.path?.join("."), sentenceOf(issue)].filter(Boolean).join(": ");
