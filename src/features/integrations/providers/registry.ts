import { z } from "zod";
import { facebookMessenger } from "./facebook-messenger/provider";
import { gmail } from "./gmail/provider";
import { imap } from "./imap/provider";
import { instagram } from "./instagram/provider";
import { outlook } from "./outlook/provider";
import type { Provider, ProviderModule } from "./provider";
import { slack } from "./slack/provider";
import { sms } from "./sms/provider";
import { telegram } from "./telegram/provider";
import { whatsapp } from "./whatsapp/provider";

/** Every channel there is, in the order they are shown. */
const modules: readonly ProviderModule[] = [
  gmail,
  outlook,
  slack,
  whatsapp,
  telegram,
  sms,
  instagram,
  facebookMessenger,
  imap,
];

/** The settings of all of them. */
export const integrationSettings = z.object(Object.assign({}, ...modules.map(({ settings }) => settings)));

/** @param given - the environment, checked by {@link integrationSettings} before. */
export function createProviders(given: Readonly<Record<string, string | undefined>>): Provider[] {
  return modules.map(({ settings, create }) => create(z.object(settings).parse(given)));
}
