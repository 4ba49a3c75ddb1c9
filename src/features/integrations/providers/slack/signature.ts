import { createHmac } from "node:crypto";
import { sameSecret } from "../../connect/same-secret";

/** Maximum age of a delivery, and maximum clock difference (seconds). */
const window = 300;

/** The signed parts: the timestamp and the raw body. */
interface SignedRequest {
  timestamp: string;
  body: Buffer;
}

/** Source: docs.slack.dev/authentication/verifying-requests-from-slack */
export function signatureOf(secret: string, { timestamp, body }: SignedRequest): string {
  const hash = createHmac("sha256", secret).update(`v0:${timestamp}:`).update(body);
  return `v0=${hash.digest("hex")}`;
}

/** Returns why a delivery is forged or replayed; null if it is genuine. */
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
  if (!/^\d{1,12}$/.test(timestamp)) return "the time of the signature is invalid";
  if (Math.abs(now / 1000 - Number(timestamp)) > window) return "the signature is too old";
  return sameSecret(signature, signatureOf(secret, { timestamp, body })) ? null : "the signature is wrong";
}
