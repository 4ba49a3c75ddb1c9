// Not from "twilio", which would load the whole client before it is needed.
import { validateRequest } from "twilio/lib/webhooks/webhooks";

/** Far more fields than Twilio sends. Sorting tens of thousands of a stranger's would hold up everybody. */
const mostFields = 1000;

/**
 * Checks that Twilio signed a form for this URL, with or without the protocol's default port. Its sender has proved
 * nothing yet, so it is read in one pass.
 */
export function isSignedByTwilio(
  authToken: string,
  { signature, url, form }: { signature: string | undefined; url: string; form: URLSearchParams },
): boolean {
  if (!signature || form.size > mostFields || !URL.canParse(url)) return false;
  const fields = new Map<string, string[]>();
  for (const [name, value] of form) {
    const values = fields.get(name);
    if (values) values.push(value);
    else fields.set(name, [value]);
  }
  return validateRequest(authToken, signature, url, Object.fromEntries(fields));
}
