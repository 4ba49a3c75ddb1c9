import { createHmac } from "node:crypto";
import { sameSecret } from "../../connect/same-secret";

/**
 * Checks the X-Hub-Signature-256 header against the app secret. Needs the raw body, because re-encoded JSON
 * differs for emoji.
 *
 * Source: developers.facebook.com/docs/graph-api/webhooks/getting-started
 */
export function isSignedByMeta(appSecret: string, body: Buffer, signature: string | undefined): boolean {
  return sameSecret(signature, `sha256=${createHmac("sha256", appSecret).update(body).digest("hex")}`);
}
