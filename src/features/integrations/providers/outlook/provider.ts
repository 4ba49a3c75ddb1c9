import { providerModule, type Session } from "../provider";
import { fetchOutlook } from "./changes";
import { createOutlookConsent } from "./consent";
import { openGraph } from "./graph";
import { endSubscriptions, outlookWebhook, subscribeInbox } from "./push";
import { missingForOutlook, outlookSettings } from "./settings";

/** Mailboxes of Microsoft 365, Outlook.com and Hotmail. */
export const outlook = providerModule({
  settings: outlookSettings,
  create(settings) {
    const consent = createOutlookConsent(settings);
    const open = (session: Session) => openGraph(settings, consent, session);
    return {
      missing: missingForOutlook(settings),
      connect: consent.connect,
      fetch: (session, cursor, since) => fetchOutlook(open(session), session, cursor, since),
      subscribe: async (session, webhookUrl) =>
        settings.MICROSOFT_PUSH === "on" ? subscribeInbox(open(session), session, webhookUrl) : null,
      webhook: outlookWebhook,
      async test(session) {
        await open(session).json("/v1.0/me/mailFolders/inbox?$select=id");
        return session.address ?? "the mailbox";
      },
      // Microsoft offers no way to take a grant back but the person's own account page; the tokens are forgotten here.
      async revoke(session) {
        const url = session.subscription?.data.notificationUrl;
        if (typeof url === "string") await endSubscriptions(open(session), url);
      },
    };
  },
});
