import type { OauthV2AccessResponse } from "@slack/web-api";
import { type TokenCredentials, TokenRefused, withAccessToken } from "../../connect/access-token";
import { type FoundAccount, type OAuthConnect, ProviderFailure, type Session } from "../provider";
import { refusalOf, type SlackCall } from "./web-api";

/** The scopes the bot needs. Source: docs.slack.dev/reference/scopes */
export const scopes = [
  ...["channels", "groups", "im", "mpim"].flatMap((kind) => [`${kind}:read`, `${kind}:history`]),
  "users:read",
  "users:read.email",
  "team:read",
];

/** The registered Slack app. */
export interface SlackApp {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
}

/** Consent flow. Source: docs.slack.dev/authentication/installing-with-oauth */
export function connectWorkspace(
  callSlack: SlackCall,
  { baseUrl, clientId, clientSecret }: SlackApp,
): OAuthConnect {
  return {
    kind: "oauth",
    authorize({ state, redirectUri }) {
      const url = new URL(`${baseUrl}/oauth/v2/authorize`);
      url.search = new URLSearchParams({
        client_id: clientId,
        scope: scopes.join(","),
        redirect_uri: redirectUri,
        state,
      }).toString();
      return url.href;
    },
    async exchange({ callback, redirectUri }) {
      const code = callback.searchParams.get("code") ?? "";
      const granted = await callSlack({}, (client) =>
        client.oauth.v2.access({
          client_id: clientId,
          client_secret: clientSecret,
          code,
          redirect_uri: redirectUri,
        }),
      );
      return [await describe(callSlack, granted)];
    },
  };
}

async function describe(callSlack: SlackCall, granted: OauthV2AccessResponse): Promise<FoundAccount> {
  const { team, authed_user } = granted;
  const tokens = tokensOf(granted);
  if (!team?.id)
    throw new ProviderFailure(
      "refused",
      "Zippy can only be installed in a single workspace. Choose one at Slack.",
    );
  const { url } = await callSlack({ token: tokens.accessToken }, (client) => client.auth.test());
  return {
    externalId: team.id,
    name: team.name ?? team.id,
    address: url ? new URL(url).host : null,
    credentials: tokens,
    settings: { installedBy: authed_user?.id ?? null },
  };
}

function tokensOf({ access_token, refresh_token, expires_in }: OauthV2AccessResponse): TokenCredentials {
  if (!access_token)
    throw new ProviderFailure("refused", "Slack granted no access. Connect the account again.");
  return {
    accessToken: access_token,
    refreshToken: refresh_token ?? null,
    expiresAt: expires_in ? new Date(Date.now() + expires_in * 1000).toISOString() : null,
  };
}

/** Makes calls for a session. Refreshes the token if the Slack app uses token rotation. */
export function createSlackAccess(callSlack: SlackCall, { clientId, clientSecret }: SlackApp) {
  async function refresh(tokens: TokenCredentials, refused?: TokenRefused): Promise<TokenCredentials> {
    const { refreshToken } = tokens;
    if (refreshToken === null) throw turnedDown(refused);
    const renewed = await callSlack({}, (client) =>
      client.oauth.v2.access({
        client_id: clientId,
        client_secret: clientSecret,
        grant_type: "refresh_token",
        refresh_token: refreshToken,
      }),
    ).catch((error: unknown) => {
      if (error instanceof ProviderFailure && error.kind !== "refused") throw error;
      throw turnedDown(error);
    });
    return { ...tokens, ...tokensOf({ refresh_token: refreshToken, ...renewed }) };
  }

  return <T>(session: Session, call: Parameters<typeof callSlack<T>>[1]): Promise<T> =>
    withAccessToken(session, refresh, (token) => callSlack({ token, signal: session.signal }, call));
}

export type SlackAccess = ReturnType<typeof createSlackAccess>;

/** Slack's words for access that has ended for good. Source: api.slack.com/methods/auth.test#errors */
const gone = new Set([
  "token_revoked",
  "token_expired",
  "account_inactive",
  "invalid_refresh_token",
  "team_access_not_granted",
]);

function turnedDown(error: unknown): ProviderFailure {
  const code = error instanceof TokenRefused ? error.message : refusalOf(error);
  const sentence =
    "Slack no longer accepts the access. The app may have been removed from the workspace. Connect it again.";
  return new ProviderFailure(code !== undefined && gone.has(code) ? "reconnect" : "rejected", sentence, {
    cause: error instanceof TokenRefused ? new Error(error.message) : error,
  });
}
