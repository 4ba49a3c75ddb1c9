import { z } from "zod";
import { minute } from "../../../shared/durations";
import { type Credentials, ProviderFailure, type Session } from "../providers/provider";

/**
 * Tokens of a provider with short-lived access tokens. `expiresAt`: ISO 8601; null if the token doesn't
 * expire.
 */
export const TokenCredentials = z.looseObject({
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  expiresAt: z.string().nullable(),
});
export type TokenCredentials = z.infer<typeof TokenCredentials>;

/** The provider rejected the access token (401). It is refreshed once. */
export class TokenRefused extends Error {
  override name = "TokenRefused";
}

/** A token counts as expired this early (milliseconds), because clocks differ and requests take time. */
const margin = minute;

const tokensOf = (credentials: Credentials): TokenCredentials => TokenCredentials.parse(credentials);

/**
 * Makes a call with a valid access token. Refreshes an expired token first. If the token is refused, refreshes
 * once and tries again.
 *
 * @param refresh - fetches new tokens; `refused`: why, if the current token was rejected. Throws
 * ProviderFailure `reconnect` if the grant is gone.
 * @throws ProviderFailure `rejected` if the refreshed token is refused too.
 */
export async function withAccessToken<T>(
  session: Session,
  refresh: (tokens: TokenCredentials, refused?: TokenRefused) => Promise<TokenCredentials>,
  call: (accessToken: string) => Promise<T>,
): Promise<T> {
  const renew = (refused?: TokenRefused) =>
    session.renew((credentials) => refresh(tokensOf(credentials), refused));
  const { expiresAt } = tokensOf(session.credentials);
  const ended = expiresAt !== null && Date.parse(expiresAt) - margin < Date.now();
  if (ended) await renew();
  try {
    return await call(tokensOf(session.credentials).accessToken);
  } catch (error) {
    if (!(error instanceof TokenRefused)) throw error;
    if (!ended) await renew(error);
  }
  try {
    return await call(tokensOf(session.credentials).accessToken);
  } catch (error) {
    if (!(error instanceof TokenRefused)) throw error;
    throw new ProviderFailure(
      "rejected",
      "The provider no longer accepts Zippy's access, although it was just renewed.",
      { cause: error },
    );
  }
}
