import { z } from "zod";
import type { Provider, Session, Webhook } from "../provider";
import { fetchConversations, type ListedChannel } from "./conversations";
import { largeDeliveries, receiveDeliveries } from "./deliveries";
import { DirectEvent, directEvents } from "./direct-event";
import { readDirectEvent, strangerIn } from "./direct-message";
import { requestGraph } from "./graph";
import { PageCredentials, subscribePage, unsubscribePage } from "./pages";
import { createParticipants } from "./participants";
import type { MetaSettings } from "./settings";

/** A channel of a Facebook Page: Messenger or the linked Instagram account. */
export interface PageChannel extends ListedChannel {
  /** The last part of the webhook's address. */
  path: string;
  /** Meta's name for this kind of account in deliveries. */
  object: "page" | "instagram";
  /** The profile fields requested for a sender. */
  personFields: string;
}

/** Meta sends null for a name that somebody hasn't set. */
const Person = z.object({ name: z.string().nullish(), username: z.string().nullish() });

/** The provider parts that Messenger and Instagram share. */
export function pageChannel(
  settings: MetaSettings,
  channel: PageChannel,
): Pick<Provider, "fetch" | "subscribe" | "revoke"> & { webhook: Webhook } {
  const participants = createParticipants(channel.unknown, async ({ credentials, signal }, id) => {
    const { pageToken: token } = PageCredentials.parse(credentials);
    const query = { fields: channel.personFields };
    const { name, username } = Person.parse(await requestGraph(settings, { path: id, query, token, signal }));
    const called = name || username;
    return called
      ? { name: called, address: username ? `@${username}` : channel.unknown.address }
      : undefined;
  });
  return {
    fetch: (session: Session, cursor, since) => fetchConversations(settings, channel, session, cursor, since),
    subscribe: (session) => subscribePage(settings, session),
    revoke: (session) => unsubscribePage(settings, session),
    webhook: {
      path: channel.path,
      enteredByHand: true,
      large: largeDeliveries,
      receive: receiveDeliveries(settings, channel.object, directEvents),
      read: (account, payload) =>
        readDirectEvent({ name: channel.name, participants }, account, DirectEvent.parse(payload)),
      async lookUp(session, payload) {
        const stranger = strangerIn(session, DirectEvent.parse(payload));
        if (stranger !== undefined) await participants.lookUp(session, stranger);
      },
    },
  };
}
