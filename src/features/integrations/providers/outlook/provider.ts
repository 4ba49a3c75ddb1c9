import { providerModule, type Session } from "../provider";
import { fetchOutlook } from "./changes";
import { createOutlookConsent } from "./consent";
import { openGraph } from "./graph";
import { endSubscriptions, outlookWebhook, subscribeInbox } from "./push";
import { missingForOutlook, outlookSettings } from "./settings";

/** Microsoft 365, Outlook.com and Hotmail mailboxes. */
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
      messageUrl: (_, { webUrl }) => webUrl,
      async test(session) {
        await open(session).json("/v1.0/me/mailFolders/inbox?$select=id");
        return session.address ?? "the mailbox";
      },
      // Microsoft only lets the user revoke a grant, on their account page. We delete our tokens.
      disconnectNote:
        "Zippy deletes its access here. To remove the permission at Microsoft too, open the privacy settings of your account there.",
      async revoke(session) {
        const url = session.subscription?.data.notificationUrl;
        if (typeof url === "string") await endSubscriptions(open(session), url);
      },
    };
  },
});
