import { createHmac } from "node:crypto";
import { TokenRefused } from "../../connect/access-token";
import { ProviderFailure } from "../provider";
import { requestProvider } from "../provider-request";
import { graphFailure } from "./graph-failure";
import type { MetaSettings } from "./settings";

/** The Graph API version we parse. Meta supports each for about two years. */
export const graphVersion = "v25.0";

export interface GraphCall {
  method?: "GET" | "POST" | "DELETE";
  /** Without a leading slash, for example "me/accounts". */
  path: string;
  query?: Record<string, string>;
  /** Omit it if the query already authorizes the call. */
  token?: string;
  signal?: AbortSignal;
}

/**
 * Makes one Graph API call. Sends a proof of the app secret with every token, which makes a stolen token
 * useless.
 *
 * @throws ProviderFailure
 */
export async function requestGraph(
  settings: MetaSettings,
  { method = "GET", path, query = {}, token, signal }: GraphCall,
): Promise<unknown> {
  const url = new URL(`${settings.META_GRAPH_BASE_URL}/${graphVersion}/${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  if (token) url.searchParams.set("appsecret_proof", proofOf(settings, token));
  try {
    return await requestProvider("Meta", url, {
      method,
      explain: graphFailure,
      ...(token && { headers: { authorization: `Bearer ${token}` } }),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (!(error instanceof TokenRefused)) throw error;
    throw new ProviderFailure(
      "rejected",
      "Meta no longer accepts the connection. Connect the account again.",
      {
        cause: error,
      },
    );
  }
}

/** Source: developers.facebook.com/docs/graph-api/guides/secure-requests */
function proofOf({ META_APP_SECRET: secret = "" }: MetaSettings, token: string): string {
  return createHmac("sha256", secret).update(token).digest("hex");
}
