import { createHmac } from "node:crypto";
import { sameSecret } from "../../connect/same-secret";

/** How old a delivery may be, and how far ahead the clocks may be of each other (seconds). */
const window = 300;

/** What is signed: the time and the raw body. */
interface SignedRequest {
  timestamp: string;
  body: Buffer;
}

/** Source: docs.slack.dev/authentication/verifying-requests-from-slack */
export function signatureOf(secret: string, { timestamp, body }: SignedRequest): string {
  const hash = createHmac("sha256", secret).update(`v0:${timestamp}:`).update(body);
  return `v0=${hash.digest("hex")}`;
}

/** Why a delivery is not Slack's, or is sent again by somebody who has seen it; null when it is fine. */
export function signatureProblem(
  secret: string,
  {
    timestamp,
    body,
    signature,
  }: Partial<SignedRequest> & Pick<SignedRequest, "body"> & { signature: string | undefined },
  now: number = Date.now(),
): string | null {
  if (!timestamp || !signature) return "the signature is missing";
  if (!/^\d{1,12}$/.test(timestamp)) return "the time of the signature cannot be read";
  if (Math.abs(now / 1000 - Number(timestamp)) > window) return "the signature is too old";
  return sameSecret(signature, signatureOf(secret, { timestamp, body })) ? null : "the signature is wrong";
}
