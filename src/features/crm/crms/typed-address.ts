import { hostGuard, refusalSentence } from "../../../server/typed-hosts";
import { CrmFailure } from "./crm";

/**
 * The address of an account that somebody typed, without a slash at its end. Requests to it are checked again while they
 * connect (server/typed-hosts.ts).
 *
 * @param publicOnly - private networks and unencrypted connections are out of bounds.
 * @throws CrmFailure with a sentence for the form.
 */
export function typedAddress(typed: string | undefined, label: string, publicOnly: boolean): string {
  const text = typed?.trim();
  if (!text) throw new CrmFailure("not_filled_in", `Enter the ${label}.`);
  const withProtocol = /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`;
  const url = URL.canParse(withProtocol) ? new URL(withProtocol) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new CrmFailure(
      "not_filled_in",
      `Enter the ${label} as a web address, such as https://crm.example.com.`,
    );
  if (publicOnly && url.protocol !== "https:")
    throw new CrmFailure(
      "not_filled_in",
      `The ${label} must begin with https://, so that nobody can read the key.`,
    );
  try {
    hostGuard(publicOnly).refuse(url.hostname);
  } catch (cause) {
    const refusal = refusalSentence(cause);
    throw refusal ? new CrmFailure("not_filled_in", refusal, { cause }) : cause;
  }
  return url.href.replace(/\/+$/, "");
}
