import { createHmac } from "node:crypto";
import { sameSecret } from "../../connect/same-secret";

/**
 * Whether a body was signed with the app's secret, as the header X-Hub-Signature-256 says. Over the bytes as they came:
 * JSON written anew looks different where somebody used an emoji.
 *
 * Source: developers.facebook.com/docs/graph-api/webhooks/getting-started
 */
export function isSignedByMeta(appSecret: string, body: Buffer, signature: string | undefined): boolean {
  return sameSecret(signature, `sha256=${createHmac("sha256", appSecret).update(body).digest("hex")}`);
}
