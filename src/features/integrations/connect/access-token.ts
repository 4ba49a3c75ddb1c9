import { z } from "zod";
import { type Credentials, ProviderFailure, type Session } from "../providers/provider";

/** Tokens of a provider that hands out short-lived ones. `expiresAt`: ISO 8601; null when the token does not end. */
export const TokenCredentials = z.looseObject({
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  expiresAt: z.string().nullable(),
});
export type TokenCredentials = z.infer<typeof TokenCredentials>;

/** A provider's answer that the access token is not valid (401): it is refreshed once. */
export class TokenRefused extends Error {
  override name = "TokenRefused";
}

/** Before its end a token counts as ended (milliseconds): clocks differ, and requests take time. */
const margin = 60_000;

const tokensOf = (credentials: Credentials): TokenCredentials => TokenCredentials.parse(credentials);

/**
 * Makes a call with a valid access token: one that has ended is refreshed before, one that is refused is refreshed once
 * and tried again.
 *
 * @param refresh - asks for new tokens; throws ProviderFailure `reconnect` when the grant is gone.
 * @throws ProviderFailure `reconnect` when the new token is refused as well.
 */
export async function withAccessToken<T>(
  session: Session,
  refresh: (tokens: TokenCredentials) => Promise<TokenCredentials>,
  call: (accessToken: string) => Promise<T>,
): Promise<T> {
  const renew = () => session.renew((credentials) => refresh(tokensOf(credentials)));
  const { expiresAt } = tokensOf(session.credentials);
  const ended = expiresAt !== null && Date.parse(expiresAt) - margin < Date.now();
  if (ended) await renew();
  try {
    return await call(tokensOf(session.credentials).accessToken);
  } catch (error) {
    if (!(error instanceof TokenRefused)) throw error;
    if (!ended) await renew();
  }
  try {
    return await call(tokensOf(session.credentials).accessToken);
  } catch (error) {
    if (!(error instanceof TokenRefused)) throw error;
    throw new ProviderFailure("reconnect", "The access was withdrawn. Connect the account again.", {
      cause: error,
    });
  }
}
