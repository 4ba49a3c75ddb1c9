import { z } from "zod";
import { type FoundAccount, type OAuthConnect, ProviderFailure } from "../provider";
import { graphVersion, requestGraph } from "./graph";
import type { MetaSettings } from "./settings";

const Token = z.object({ access_token: z.string() });

/** Longest wait for Meta while you connect (milliseconds). */
const patience = 25_000;

/**
 * Consent on Facebook's page. Source: developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow
 *
 * @param find - finds the accounts that a token can access.
 * @param none - the error sentence if there are none.
 */
export function metaConsent(
  settings: MetaSettings,
  {
    scopes,
    find,
    none,
  }: {
    scopes: string[];
    find: (userToken: string, signal: AbortSignal) => Promise<FoundAccount[]>;
    none: string;
  },
): OAuthConnect {
  const appId = settings.META_APP_ID ?? "";
  return {
    kind: "oauth",
    authorize({ state, redirectUri }) {
      const url = new URL(`${settings.META_LOGIN_BASE_URL}/${graphVersion}/dialog/oauth`);
      const query = { client_id: appId, redirect_uri: redirectUri, state, response_type: "code" };
      for (const [name, value] of Object.entries({ ...query, scope: scopes.join(",") }))
        url.searchParams.set(name, value);
      return url.href;
    },
    async exchange({ callback, redirectUri }) {
      const signal = AbortSignal.timeout(patience);
      const token = await longLivedToken(
        settings,
        callback.searchParams.get("code") ?? "",
        redirectUri,
        signal,
      );
      const found = await find(token, signal);
      if (found.length === 0) throw new ProviderFailure("refused", none, { problem: "nothing_shared" });
      return found;
    },
  };
}

/**
 * Exchanges a code for a long-lived token. Page tokens requested with it don't expire. Source:
 * developers.facebook.com/docs/facebook-login/guides/access-tokens/get-long-lived
 */
async function longLivedToken(
  settings: MetaSettings,
  code: string,
  redirectUri: string,
  signal: AbortSignal,
): Promise<string> {
  const app = { client_id: settings.META_APP_ID ?? "", client_secret: settings.META_APP_SECRET ?? "" };
  const requestToken = async (query: Record<string, string>) =>
    Token.parse(
      await requestGraph(settings, { path: "oauth/access_token", query: { ...app, ...query }, signal }),
    );
  const first = await requestToken({ redirect_uri: redirectUri, code });
  const second = await requestToken({
    grant_type: "fb_exchange_token",
    fb_exchange_token: first.access_token,
  });
  return second.access_token;
}
