import { z } from "zod";
import { type ProviderId, providerFacts, providerIds } from "../../channels/providers";
import { facebookMessenger } from "./facebook-messenger/provider";
import { gmail } from "./gmail/provider";
import { imap } from "./imap/provider";
import { instagram } from "./instagram/provider";
import { outlook } from "./outlook/provider";
import type { Provider, ProviderModule } from "./provider";
import { withReadableAnswers } from "./readable-answers";
import { slack } from "./slack/provider";
import { sms } from "./sms/provider";
import { telegram } from "./telegram/provider";
import { whatsapp } from "./whatsapp/provider";

/** The adapter of every provider. */
const modules: Record<ProviderId, ProviderModule> = {
  gmail,
  outlook,
  slack,
  whatsapp,
  telegram,
  sms,
  instagram,
  facebook_messenger: facebookMessenger,
  imap,
};

/** The settings of all providers. */
export const integrationSettings = z.object(
  Object.assign({}, ...Object.values(modules).map(({ settings }) => settings)),
);

/**
 * Creates every provider, in display order.
 *
 * @param given - environment variables, already validated by {@link integrationSettings}.
 */
export function createProviders(given: Readonly<Record<string, string | undefined>>): Provider[] {
  return providerIds.map((id) => {
    const { settings, create } = modules[id];
    const adapter = create(z.object(settings).parse(given));
    return { id, ...providerFacts[id], ...withReadableAnswers(providerFacts[id].name, adapter) };
  });
}
