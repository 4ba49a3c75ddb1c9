import { randomBytes } from "node:crypto";
import * as oidc from "openid-client";
import { z } from "zod";
import { normalizeAddress } from "../../../mail/mail-address";
import { TokenCredentials } from "../../connect/access-token";
import { limitAnswers, tooLong } from "../limited-answers";
import type { FoundAccount, OAuthConnect } from "../provider";
import { requestProvider } from "../provider-request";
import { asFailure, refused, withdrawn } from "./consent-failure";
import type { OutlookSettings } from "./settings";

const scope = "offline_access Mail.Read User.Read";
/** Seconds. */
const patience = 20;

/** `clientState` is the secret that identifies Graph's pushes for this account. */
export const OutlookCredentials = TokenCredentials.extend({ clientState: z.string() });

/** Source: learn.microsoft.com/entra/identity-platform/v2-protocols-oidc */
const Metadata = z.object({ authorization_endpoint: z.url(), token_endpoint: z.url() });
/** Source: learn.microsoft.com/graph/api/user-get. A personal account may have no `mail`. */
const Me = z.object({
  id: z.string(),
  displayName: z.string().nullish(),
  mail: z.string().nullish(),
  userPrincipalName: z.string(),
});

export type OutlookConsent = ReturnType<typeof createOutlookConsent>;

/** Microsoft's consent page and the tokens it issues. */
export function createOutlookConsent(settings: OutlookSettings) {
  const { MICROSOFT_LOGIN_BASE_URL, MICROSOFT_TENANT, GRAPH_BASE_URL } = settings;
  const issuer = `${MICROSOFT_LOGIN_BASE_URL}/${MICROSOFT_TENANT}/v2.0`;
  let discovered: Promise<oidc.Configuration> | undefined;

  /** Cached after the first success. */
  function configuration(): Promise<oidc.Configuration> {
    discovered ??= discover().catch((error: unknown) => {
      discovered = undefined;
      throw error;
    });
    return discovered;
  }

  async function discover(): Promise<oidc.Configuration> {
    // Built by hand. For multiple tenants, the discovery document contains a pattern as its issuer, which no
    // library accepts through a proxy.
    const metadata = Metadata.parse(
      await requestProvider("Microsoft", `${issuer}/.well-known/openid-configuration`).catch(asFailure),
    );
    const secret = settings.MICROSOFT_CLIENT_SECRET ?? "";
    const config = new oidc.Configuration(
      { issuer, ...metadata },
      settings.MICROSOFT_CLIENT_ID ?? "",
      {},
      oidc.ClientSecretPost(secret),
    );
    config.timeout = patience;
    config[oidc.customFetch] = withoutIdToken;
    if (new URL(metadata.token_endpoint).protocol === "http:") oidc.allowInsecureRequests(config);
    return config;
  }

  async function describe(accessToken: string): Promise<Omit<FoundAccount, "credentials">> {
    const headers = { authorization: `Bearer ${accessToken}` };
    const answer = await requestProvider("Microsoft", `${GRAPH_BASE_URL}/v1.0/me`, { headers }).catch(
      asFailure,
    );
    const { id, displayName, mail, userPrincipalName } = Me.parse(answer);
    const address = normalizeAddress(mail ?? userPrincipalName);
    return { externalId: id, name: displayName || address, address };
  }

  const connect: OAuthConnect = {
    kind: "oauth",
    async authorize({ state, redirectUri, codeVerifier }) {
      return oidc.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope,
        state,
        response_mode: "query",
        prompt: "select_account",
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: "S256",
      }).href;
    },

    async exchange({ callback, state, redirectUri, codeVerifier }) {
      const config = await configuration();
      // The redirect URI as Microsoft knows it. Behind a proxy, the requested URL differs.
      const current = new URL(redirectUri);
      current.search = callback.search;
      const answered = await oidc
        .authorizationCodeGrant(config, current, {
          expectedState: state,
          pkceCodeVerifier: codeVerifier,
        })
        .catch(refused);
      const tokens = toTokens(answered, null);
      const clientState = randomBytes(24).toString("base64url");
      return [{ ...(await describe(tokens.accessToken)), credentials: { ...tokens, clientState } }];
    },
  };

  return {
    connect,

    /**
     * Replaces the refresh token too, because each works only once. @throws ProviderFailure `reconnect` if the
     * grant is gone.
     */
    async refresh(tokens: TokenCredentials): Promise<TokenCredentials> {
      if (!tokens.refreshToken) throw withdrawn();
      const answered = await oidc
        .refreshTokenGrant(await configuration(), tokens.refreshToken, { scope })
        .catch(refused);
      return { ...tokens, ...toTokens(answered, tokens.refreshToken) };
    },
  };
}

/**
 * Drops the ID token. Graph tells us who consented, and the token's issuer is the user's tenant, which we
 * can't know beforehand.
 */
const withoutIdToken: oidc.CustomFetch = async (url, { body, signal, ...options }) => {
  const answers = limitAnswers();
  const response = await answers.fetch(url, {
    ...options,
    body: body ?? null,
    signal: signal ?? null,
  });
  if (!response.ok) return response;
  const read: unknown = await response.json().catch((error: unknown) => {
    throw answers.exceeded ? tooLong("Microsoft") : error;
  });
  const { id_token: _, ...answer } = z.record(z.string(), z.unknown()).parse(read);
  return Response.json(answer, { status: response.status });
};

function toTokens(
  answered: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers,
  refreshToken: string | null,
): TokenCredentials {
  const seconds = answered.expiresIn();
  return {
    accessToken: answered.access_token,
    refreshToken: answered.refresh_token ?? refreshToken,
    expiresAt: seconds === undefined ? null : new Date(Date.now() + seconds * 1000).toISOString(),
  };
}
