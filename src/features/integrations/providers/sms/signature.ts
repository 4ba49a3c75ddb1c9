import { createHmac } from "node:crypto";
import { sameSecret } from "../../connect/same-secret";

/**
 * Twilio's signature of a posted form: base64 of HMAC-SHA1 over the URL and the parameters sorted by name.
 * Each distinct value of a repeated parameter counts once.
 *
 * Source: twilio.com/docs/usage/webhooks/webhooks-security
 */
export function twilioSignature(authToken: string, url: string, form: URLSearchParams): string {
  const names = [...new Set(form.keys())].sort();
  const values = (name: string): string[] => [...new Set(form.getAll(name))].sort();
  const signed = names.flatMap((name) => values(name).map((value) => name + value)).join("");
  return createHmac("sha1", authToken)
    .update(url + signed)
    .digest("base64");
}

/** Checks that Twilio signed a form for this URL, with or without the protocol's default port. */
export function isSignedByTwilio(
  authToken: string,
  { signature, url, form }: { signature: string | undefined; url: string; form: URLSearchParams },
): boolean {
  return spellings(url)
    .map((spelling) => sameSecret(signature, twilioSignature(authToken, spelling, form)))
    .some(Boolean);
}

/**
 * The URL with and without its default port, because Twilio signs either. Everything else must match exactly.
 */
function spellings(url: string): string[] {
  const [, scheme = "", host = "", port, rest = ""] =
    /^(https?):\/\/([^/?#]*?)(:\d+)?([/?#].*)?$/.exec(url) ?? [];
  const standard = scheme === "https" ? ":443" : ":80";
  if (!host || (port && port !== standard)) return [url];
  return [`${scheme}://${host}${rest}`, `${scheme}://${host}${standard}${rest}`];
}
