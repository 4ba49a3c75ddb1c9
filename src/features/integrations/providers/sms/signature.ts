// Not from "twilio", which would load the whole client before it is needed.
import { validateRequest } from "twilio/lib/webhooks/webhooks";

/** Checks that Twilio signed a form for this URL, with or without the protocol's default port. */
export function isSignedByTwilio(
  authToken: string,
  { signature, url, form }: { signature: string | undefined; url: string; form: URLSearchParams },
): boolean {
  const fields = Object.fromEntries([...new Set(form.keys())].map((name) => [name, valuesOf(form, name)]));
  return validateRequest(authToken, signature ?? "", url, fields);
}

function valuesOf(form: URLSearchParams, name: string): string | string[] {
  const values = form.getAll(name);
  return values.length === 1 ? (values[0] as string) : values;
}
