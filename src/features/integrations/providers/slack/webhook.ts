import { z } from "zod";
import { deliveredJson } from "../delivered-json";
import type { Changes, EventAccount, ReadEvent, Webhook, WebhookAnswer } from "../provider";
import { isChosen } from "./collect";
import { externalIdOf, idsIn, readMessages, SlackMessage, silenceOf, Timestamp, timeOf } from "./messages";
import type { SlackNaming } from "./names";
import { withoutTime } from "./pages";
import { signatureProblem } from "./signature";

/**
 * Slack's delivery. In a conversation shared with another workspace, `team_id` may be the other one's. Only
 * `authorizations` says where the app is installed.
 *
 * Source: docs.slack.dev/apis/events-api
 */
const Delivery = z.discriminatedUnion("type", [
  z.object({ type: z.literal("url_verification"), challenge: z.string() }),
  z.object({
    type: z.literal("event_callback"),
    team_id: z.string(),
    event_id: z.string(),
    event: z.looseObject({ type: z.string() }),
    authorizations: z
      .array(z.object({ team_id: z.string().nullish() }))
      .optional()
      .catch(undefined),
  }),
  z.object({ type: z.literal("app_rate_limited"), team_id: z.string(), minute_rate_limited: z.number() }),
]);

/** Source: docs.slack.dev/reference/events/message */
const MessageEvent = z.object({
  type: z.literal("message"),
  channel: z.string(),
  subtype: z.string().optional(),
  event_ts: Timestamp.optional().catch(undefined),
  deleted_ts: z.string().optional(),
  message: z.unknown().optional(),
  previous_message: z.unknown().optional(),
});

/** The events we handle. Slack may send others. */
const wanted = new Set(["message", "tokens_revoked", "app_uninstalled"]);

/** @param signingSecret - undefined: no delivery can be verified. */
export function createSlackWebhook(signingSecret: string | undefined, naming: SlackNaming): Webhook {
  return {
    path: "slack",
    // A text of 40,000 characters, escaped, and once more as blocks. Source: docs.slack.dev/reference/methods/chat.postMessage
    large: { bytes: 1024 * 1024, signature: "x-slack-signature" },

    receive: async ({ headers, body }) => {
      const problem = signingSecret
        ? signatureProblem(signingSecret, {
            timestamp: headers["x-slack-request-timestamp"] ?? "",
            signature: headers["x-slack-signature"],
            body,
          })
        : "SLACK_SIGNING_SECRET is not set";
      return problem ? { kind: "refused", reason: problem } : takeApart(body);
    },

    read(account, payload): ReadEvent | "sync" {
      const event = MessageEvent.safeParse(payload);
      // The event alone proves nothing about revoked access or withheld messages, so ask Slack.
      if (!event.success) return "sync";
      const { channel, subtype, deleted_ts } = event.data;
      if (subtype === "message_deleted" && deleted_ts)
        return { messages: [], removed: [externalIdOf(channel, deleted_ts)] };
      if (!isChosen(account, channel)) return ignoring("a conversation that isn't collected");
      if (subtype === "message_changed") return readChange(account, event.data);
      const said = SlackMessage.safeParse(payload);
      return said.success ? readSaid(account, channel, said.data) : ignoring(withoutTime);
    },

    async lookUp(session, payload) {
      const { data: event } = MessageEvent.safeParse(payload);
      const { data: said } = SlackMessage.safeParse(
        event?.subtype === "message_changed" ? event.message : payload,
      );
      if (event && said) await naming.of(session, idsIn(event.channel, [said]));
    },
  };

  /** Reads a message with the names that are known. */
  function readSaid(account: EventAccount, channel: string, said: SlackMessage): ReadEvent {
    const changes = readMessages(account, channel, [said], naming.known(account));
    // An app that appears as a user was stored as one, if that wasn't known yet.
    const removed = silenceOf(said) || changes.messages.length > 0 ? [] : [externalIdOf(channel, said.ts)];
    const unnamed = silenceOf(said) === undefined && !naming.areCurrent(account, idsIn(channel, [said]));
    return { ...changes, removed, unnamed };
  }

  function readChange(account: EventAccount, event: z.infer<typeof MessageEvent>): ReadEvent {
    const { channel, event_ts, message, previous_message } = event;
    const { data: now } = SlackMessage.safeParse(message);
    const { data: before } = SlackMessage.safeParse(previous_message);
    if (!now) return ignoring(withoutTime);
    // Slack replaces a deleted message that has replies with a tombstone.
    if (now.subtype === "tombstone") return { messages: [], removed: [externalIdOf(channel, now.ts)] };
    // Slack also sends a change when it adds a link preview or a reply.
    const silence = silenceOf(now);
    if (silence) return ignoring(silence);
    if (!now.edited || now.edited.ts === before?.edited?.ts) return ignoring("a change of no words");
    const changes = readSaid(account, channel, now);
    // More precise than `edited`, which has whole seconds. The later of two quick edits must win.
    const editedAt = timeOf(event_ts ?? now.edited.ts);
    return { ...changes, messages: changes.messages.map((one) => ({ ...one, editedAt })) };
  }
}

const ignoring = (reason: string): Changes => ({ messages: [], removed: [], ignored: [reason] });

function takeApart(body: Buffer): WebhookAnswer {
  const { data: delivery } = Delivery.safeParse(deliveredJson(body));
  switch (delivery?.type) {
    case "url_verification":
      return { kind: "reply", type: "text/plain", body: delivery.challenge };
    case "event_callback": {
      const { event, event_id, team_id, authorizations } = delivery;
      const account = authorizations?.[0]?.team_id || team_id;
      if (!wanted.has(event.type)) return leaveOut(account, `event ${event.type}`);
      return { kind: "events", events: [{ id: event_id, account, payload: event }] };
    }
    case "app_rate_limited": {
      const { team_id, minute_rate_limited } = delivery;
      const id = `${team_id}:rate_limited:${minute_rate_limited}`;
      return { kind: "events", events: [{ id, account: team_id, payload: { type: delivery.type } }] };
    }
    default:
      return leaveOut(null, "an unknown delivery");
  }
}

const leaveOut = (account: string | null, reason: string): WebhookAnswer => ({
  kind: "events",
  events: [],
  ignored: [{ account, reason }],
});
