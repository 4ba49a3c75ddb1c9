import { createHmac } from "node:crypto";
import { sameSecret } from "../../connect/same-secret";

/**
 * Twilio's signature of a form it posts: HMAC-SHA1 of the address and the parameters in the order of their names, in
 * base64. A parameter that comes several times counts each of its values once.
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

/** Whether a form was signed by Twilio for this address, with or without the port that its protocol implies. */
export function isSignedByTwilio(
  authToken: string,
  { signature, url, form }: { signature: string | undefined; url: string; form: URLSearchParams },
): boolean {
  return spellings(url)
    .map((spelling) => sameSecret(signature, twilioSignature(authToken, spelling, form)))
    .some(Boolean);
}

/** Twilio signs the address now with the standard port, now without; the rest of it is taken letter by letter. */
function spellings(url: string): string[] {
  const [, scheme = "", host = "", port, rest = ""] =
    /^(https?):\/\/([^/?#]*?)(:\d+)?([/?#].*)?$/.exec(url) ?? [];
  const standard = scheme === "https" ? ":443" : ":80";
  if (!host || (port && port !== standard)) return [url];
  return [`${scheme}://${host}${rest}`, `${scheme}://${host}${standard}${rest}`];
}
