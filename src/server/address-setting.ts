import { z } from "zod";

/**
 * A setting for the base URL of an outside service. Defaults to the service's own; set it to use a stand-in or a
 * proxy.
 */
export const addressSetting = (standard: string) =>
  z
    .url({ protocol: /^https?$/, error: "must be a web address" })
    .transform((address) => address.replace(/\/+$/, ""))
    .default(standard);
