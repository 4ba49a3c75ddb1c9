import { TokenCredentials } from "../../connect/access-token";
import { providerModule, type Session } from "../provider";
import { fetchGmail } from "./changes";
import { createGmailConsent } from "./consent";
import { openMailbox } from "./mailbox";
import { gmailWebhook, watchMailbox } from "./push";
import { gmailSettings, missingForGmail } from "./settings";

/** Gmail and Google Workspace mailboxes. */
export const gmail = providerModule({
  settings: gmailSettings,
  create(settings) {
    const consent = createGmailConsent(settings);
    const open = (session: Session) => openMailbox(settings, consent, session);
    return {
      missing: missingForGmail(settings),
      connect: consent.connect,
      fetch: (session, cursor, since) => fetchGmail(open(session), session, cursor, since),
      subscribe: (session) => watchMailbox(settings, open(session)),
      webhook: gmailWebhook(settings),
      messageUrl: ({ address }, { location }) =>
        location &&
        `https://mail.google.com/mail/?authuser=${encodeURIComponent(address ?? "")}#all/${location}`,
      async test(session) {
        const { emailAddress } = await open(session).profile();
        return emailAddress ?? "the mailbox";
      },
      async revoke(session) {
        await open(session)
          .stop()
          .catch(() => undefined);
        await consent.revoke(TokenCredentials.parse(session.credentials));
      },
    };
  },
});
