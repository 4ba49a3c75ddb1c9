import { z } from "zod";

/** Addresses appear in mails, log lines and errors, so they must not carry what opens anything. */
export const hasNoCredentials = (address: string): boolean => {
  const { username, password } = URL.canParse(address) ? new URL(address) : { username: "", password: "" };
  return username === "" && password === "";
};

export const noCredentials = { error: "can't contain a user name or password" };

/**
 * A setting for the base URL of an outside service. Defaults to the service's own; set it to use a stand-in or a
 * proxy.
 */
export const addressSetting = (standard: string) =>
  z
    .url({ protocol: /^https?$/, error: "must be a web address" })
    .refine(hasNoCredentials, noCredentials)
    .transform((address) => address.replace(/\/+$/, ""))
    .default(standard);
