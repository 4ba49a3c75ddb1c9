import type { gmail_v1 } from "@googleapis/gmail";
import { withAccessToken } from "../../connect/access-token";
import type { FoundMail } from "../../sync/mail-message";
import type { Session } from "../provider";
import type { GmailConsent } from "./consent";
import { gmailFailure, isMissing } from "./failure";
import type { GmailSettings } from "./settings";

/** Milliseconds. */
const patience = 30_000;
/** Mails in these are not correspondence: not sent yet, unwanted, thrown away. */
export const leftOut = ["DRAFT", "SPAM", "TRASH"];

/** One mailbox while work is done on it. */
export type Mailbox = ReturnType<typeof openMailbox>;

/** The calls that are made to Gmail. Source: developers.google.com/workspace/gmail/api/reference/rest */
export function openMailbox(
  { GMAIL_BASE_URL }: GmailSettings,
  { refresh }: Pick<GmailConsent, "refresh">,
  session: Session,
) {
  // Loaded with the first question: half a second that a start without Gmail does not pay.
  const client = async () =>
    (await import("@googleapis/gmail")).default.gmail({ version: "v1", rootUrl: `${GMAIL_BASE_URL}/` });

  /** @throws ProviderFailure, or what `missing` makes of a 404. */
  const ask = <T>(
    call: (
      api: gmail_v1.Gmail,
      options: { headers: Headers; retry: false; timeout: number; signal: AbortSignal },
    ) => Promise<{
      data: T;
    }>,
  ): Promise<T> =>
    withAccessToken(session, refresh, async (accessToken) => {
      const api = await client();
      const headers = new Headers({ authorization: `Bearer ${accessToken}` });
      try {
        // Tries of its own would wait without regard to Retry-After.
        return (await call(api, { headers, retry: false, timeout: patience, signal: session.signal })).data;
      } catch (error) {
        throw isMissing(error) ? new Missing() : gmailFailure(error);
      }
    });

  return {
    profile: () => ask((api, options) => api.users.getProfile({ userId: "me" }, options)),

    /** Ids of mails since a time (seconds), drafts, spam and trash left out, the latest first. */
    list: (since: number, pageToken: string | undefined, maxResults: number) =>
      ask((api, options) =>
        api.users.messages.list(
          { userId: "me", q: `after:${since}`, maxResults, ...(pageToken ? { pageToken } : {}) },
          options,
        ),
      ),

    /** @throws Missing when the history does not reach back that far. */
    history: (startHistoryId: string, pageToken: string | undefined, maxResults: number) =>
      ask((api, options) =>
        api.users.history.list(
          {
            userId: "me",
            startHistoryId,
            historyTypes: ["messageAdded", "messageDeleted", "labelAdded", "labelRemoved"],
            maxResults,
            ...(pageToken ? { pageToken } : {}),
          },
          options,
        ),
      ),

    /** Null: it is not there, or in no place where correspondence stands. */
    async mail(id: string): Promise<FoundMail | null> {
      try {
        return toMail(
          id,
          await ask((api, options) => api.users.messages.get({ userId: "me", id, format: "raw" }, options)),
        );
      } catch (error) {
        if (error instanceof Missing) return null;
        throw error;
      }
    },

    /** Whether it stands where correspondence does, without reading it. */
    async stands(id: string): Promise<boolean> {
      try {
        const { labelIds } = await ask((api, options) =>
          api.users.messages.get({ userId: "me", id, format: "minimal" }, options),
        );
        return !isLeftOut(labelIds);
      } catch (error) {
        if (error instanceof Missing) return false;
        throw error;
      }
    },

    watch: (topicName: string) =>
      ask((api, options) => api.users.watch({ userId: "me", requestBody: { topicName } }, options)),
    stop: () => ask((api, options) => api.users.stop({ userId: "me" }, options)),
  };
}

/** What was asked for is not there. */
export class Missing extends Error {
  override name = "Missing";
}

const isLeftOut = (labelIds: string[] | null | undefined): boolean =>
  labelIds?.some((label) => leftOut.includes(label)) ?? false;

function toMail(id: string, { raw, labelIds, internalDate }: gmail_v1.Schema$Message): FoundMail | null {
  if (!raw || isLeftOut(labelIds)) return null;
  return {
    bytes: Buffer.from(raw, "base64url"),
    receivedAt: internalDate ? new Date(Number(internalDate)) : null,
    location: id,
    sent: labelIds?.includes("SENT") ?? false,
  };
}
