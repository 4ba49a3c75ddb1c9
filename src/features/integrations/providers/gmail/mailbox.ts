import type { gmail_v1 } from "@googleapis/gmail";
import { withAccessToken } from "../../connect/access-token";
import { limitAnswers, tooLong } from "../limited-answers";
import type { FoundMail, Session } from "../provider";
import { unreadableAnswer } from "../readable-answers";
import type { GmailConsent } from "./consent";
import { gmailFailure, isMissing } from "./failure";
import type { GmailSettings } from "./settings";

/** Milliseconds. */
const patience = 30_000;
/** Largest response (bytes): an email of 50 MB, the most that Gmail takes, as base64 in JSON. */
const longestMail = 72 * 1024 * 1024;
/** Emails with these labels are not correspondence: unsent, unwanted or thrown away. */
export const leftOut = ["DRAFT", "SPAM", "TRASH"];

/** One mailbox during a piece of work. */
export type Mailbox = ReturnType<typeof openMailbox>;

/** The Gmail API calls we use. Source: developers.google.com/workspace/gmail/api/reference/rest */
export function openMailbox(
  { GMAIL_BASE_URL }: GmailSettings,
  { refresh }: Pick<GmailConsent, "refresh">,
  session: Session,
) {
  // Load the library on first use, so startup without Gmail doesn't pay half a second for it.
  const client = async () =>
    (await import("@googleapis/gmail")).default.gmail({ version: "v1", rootUrl: `${GMAIL_BASE_URL}/` });

  /** @throws MissingError on 404; otherwise ProviderFailure or TokenRefused. */
  const request = <T>(
    call: (
      api: gmail_v1.Gmail,
      options: {
        headers: Headers;
        retry: false;
        timeout: number;
        signal: AbortSignal;
        fetchImplementation: typeof fetch;
      },
    ) => Promise<{
      data: T;
    }>,
  ): Promise<T> =>
    withAccessToken(session, refresh, async (accessToken) => {
      const api = await client();
      const answers = limitAnswers(longestMail);
      const headers = new Headers({ authorization: `Bearer ${accessToken}` });
      try {
        // The client's own retries ignore Retry-After.
        const { data } = await call(api, {
          headers,
          retry: false,
          timeout: patience,
          signal: session.signal,
          fetchImplementation: answers.fetch,
        });
        // The client returns a web page as text.
        if (typeof data === "string" && data !== "") throw unreadableAnswer("Gmail");
        return data;
      } catch (error) {
        if (answers.exceeded) throw tooLong("Gmail");
        throw isMissing(error) ? new MissingError() : gmailFailure(error);
      }
    });

  return {
    profile: () => request((api, options) => api.users.getProfile({ userId: "me" }, options)),

    /** Ids of emails since a time (Unix seconds), newest first, without drafts, spam and trash. */
    list: (since: number, pageToken: string | undefined, maxResults: number) =>
      request((api, options) =>
        api.users.messages.list(
          { userId: "me", q: `after:${since}`, maxResults, ...(pageToken ? { pageToken } : {}) },
          options,
        ),
      ),

    /** @throws MissingError when the history doesn't reach back that far. */
    history: (startHistoryId: string, pageToken: string | undefined, maxResults: number) =>
      request((api, options) =>
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

    /** Null if the email is gone or has a label in {@link leftOut}. */
    async mail(id: string): Promise<FoundMail | null> {
      try {
        return toMail(
          id,
          await request((api, options) =>
            api.users.messages.get({ userId: "me", id, format: "raw" }, options),
          ),
        );
      } catch (error) {
        if (error instanceof MissingError) return null;
        throw error;
      }
    },

    /** Checks whether the email still counts as correspondence, without reading it. */
    async stands(id: string): Promise<boolean> {
      try {
        const { labelIds } = await request((api, options) =>
          api.users.messages.get({ userId: "me", id, format: "minimal" }, options),
        );
        return !isLeftOut(labelIds);
      } catch (error) {
        if (error instanceof MissingError) return false;
        throw error;
      }
    },

    watch: (topicName: string) =>
      request((api, options) => api.users.watch({ userId: "me", requestBody: { topicName } }, options)),
    stop: () => request((api, options) => api.users.stop({ userId: "me" }, options)),
  };
}

/** The requested item does not exist (404). */
export class MissingError extends Error {
  override name = "MissingError";
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
