import { createHash } from "node:crypto";
import type { Credentials } from "google-auth-library";
import { decodeJwt } from "jose";
import { z } from "zod";
import { normalizeAddress } from "../../../mail/mail-address";
import type { TokenCredentials } from "../../connect/access-token";
import { TokenRefused } from "../../connect/access-token";
import { type LimitedFetch, limitAnswers, tooLong } from "../limited-answers";
import { type FoundAccount, type OAuthConnect, ProviderFailure } from "../provider";
import { requestProvider } from "../provider-request";
import { bare, detailOf, gmailFailure } from "./failure";
import type { GmailSettings } from "./settings";

const readMail = "https://www.googleapis.com/auth/gmail.readonly";
const scopes = [readMail, "openid", "email", "profile"];
/** Milliseconds. */
const patience = 20_000;

/** The user who consented. `email` identifies the mailbox. */
const Identity = z.object({ email: z.email(), name: z.string().optional() });

export type GmailConsent = ReturnType<typeof createGmailConsent>;

/**
 * Google's consent page and the tokens it issues. Source:
 * developers.google.com/identity/protocols/oauth2/web-server
 */
export function createGmailConsent(settings: GmailSettings) {
  const client = async (answers: LimitedFetch, redirectUri?: string) => {
    // Load the library on first use, as in mailbox.ts. The bundle exposes a late-loaded CommonJS package only
    // as `default`.
    const { OAuth2Client } = (await import("google-auth-library")).default;
    return new OAuth2Client({
      clientId: settings.GOOGLE_CLIENT_ID ?? "",
      clientSecret: settings.GOOGLE_CLIENT_SECRET ?? "",
      ...(redirectUri ? { redirectUri } : {}),
      // A redirect could lead the secret elsewhere.
      transporterOptions: { timeout: patience, redirect: "error", fetchImplementation: answers.fetch },
      endpoints: {
        oauth2AuthBaseUrl: `${settings.GOOGLE_ACCOUNTS_BASE_URL}/o/oauth2/v2/auth`,
        oauth2TokenUrl: `${settings.GOOGLE_TOKEN_BASE_URL}/token`,
        oauth2RevokeUrl: `${settings.GOOGLE_TOKEN_BASE_URL}/revoke`,
      },
    });
  };

  const connect: OAuthConnect = {
    kind: "oauth",
    async authorize({ state, redirectUri, codeVerifier }) {
      const { CodeChallengeMethod } = (await import("google-auth-library")).default;
      return (await client(limitAnswers(), redirectUri)).generateAuthUrl({
        scope: scopes,
        state,
        access_type: "offline",
        // Without this, a second consent returns no refresh token.
        prompt: "consent",
        include_granted_scopes: false,
        code_challenge_method: CodeChallengeMethod.S256,
        code_challenge: createHash("sha256").update(codeVerifier).digest("base64url"),
      });
    },

    async exchange({ callback, redirectUri, codeVerifier }) {
      const answers = limitAnswers();
      const oauth = await client(answers, redirectUri);
      const { tokens } = await oauth
        .getToken({ code: callback.searchParams.get("code") ?? "", codeVerifier })
        .catch((error: unknown) => refuseCode(answers.exceeded ? tooLong("Google") : error));
      return [accountOf(tokens)];
    },
  };

  return {
    connect,

    /** @throws ProviderFailure `reconnect` when the grant is gone. */
    async refresh({ refreshToken }: TokenCredentials): Promise<TokenCredentials> {
      if (!refreshToken) throw withdrawn();
      const answers = limitAnswers();
      const oauth = await client(answers);
      oauth.setCredentials({ refresh_token: refreshToken });
      const { credentials } = await oauth
        .refreshAccessToken()
        .catch((error: unknown) => refuseGrant(answers.exceeded ? tooLong("Google") : error));
      return { ...toTokens(credentials), refreshToken: credentials.refresh_token ?? refreshToken };
    },

    /** Revokes the grant. Google accepts an access token as well as a refresh token. */
    async revoke({ refreshToken, accessToken }: TokenCredentials): Promise<void> {
      await requestProvider("Google", `${settings.GOOGLE_TOKEN_BASE_URL}/revoke`, {
        method: "POST",
        body: new URLSearchParams({ token: refreshToken ?? accessToken }),
      });
    },
  };
}

function accountOf(tokens: Credentials): FoundAccount {
  if (tokens.scope && !tokens.scope.split(" ").includes(readMail))
    throw new ProviderFailure(
      "refused",
      "Zippy wasn't allowed to read your mail. Connect again and tick that box.",
      {
        problem: "not_allowed",
      },
    );
  // The token comes directly from Google over TLS, so its signature needs no check (OpenID Connect Core,
  // 3.1.3.7).
  const { email, name } = Identity.parse(decodeJwt(tokens.id_token ?? ""));
  const address = normalizeAddress(email);
  return { externalId: address, name: name ?? address, address, credentials: toTokens(tokens) };
}

function toTokens(tokens: Credentials): TokenCredentials {
  return {
    accessToken: z.string().parse(tokens.access_token),
    refreshToken: tokens.refresh_token ?? null,
    expiresAt: tokens.expiry_date ? new Date(tokens.expiry_date).toISOString() : null,
  };
}

function refuseCode(error: unknown): never {
  const failure = gmailFailure(error);
  if (failure instanceof ProviderFailure) throw failure;
  throw new ProviderFailure(
    "refused",
    "Google doesn't recognize this server. Check its client ID and secret.",
    {
      cause: bare(error),
      problem: "client",
    },
  );
}

function refuseGrant(error: unknown): never {
  // RFC 6749's code for a grant that was revoked or has expired.
  if (detailOf(error).includes("invalid_grant")) throw withdrawn(bare(error));
  const failure = gmailFailure(error);
  if (failure instanceof TokenRefused)
    throw new ProviderFailure(
      "refused",
      "Google doesn't recognize this server. Check its client ID and secret.",
      {
        cause: bare(error),
      },
    );
  throw failure;
}

const withdrawn = (cause?: unknown): ProviderFailure =>
  new ProviderFailure("reconnect", "Zippy's access to Gmail was revoked. Connect the account again.", {
    cause,
  });
