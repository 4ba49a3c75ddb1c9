import { describe, expect, test } from "vitest";
import { privateMessage } from "../../../../../test/stand-ins/telegram";
import { readUpdates } from "./messages";

const bot = { externalId: "110201543", address: "@zippy_bot" };
const team = { id: -1001234567890, type: "supergroup", title: "Sales team" };

/** One update with a message. Its fields come from the examples at core.telegram.org/bots/api#message. */
function read(fields: Record<string, unknown>, kind = "message") {
  return readUpdates(bot, [{ update_id: 1, [kind]: privateMessage(fields) }]).messages;
}

describe("INT-8 reading a Telegram update", () => {
  test("a private message", () => {
    expect(read({ date: 1441645532 })).toEqual([
      {
        externalId: "1111111:1365",
        threadKey: "telegram:110201543:1111111",
        sender: "Ana Lopez",
        senderAddress: "@ana_lopez",
        to: ["@zippy_bot"],
        cc: [],
        subject: null,
        content: "Please send me the revised quote by Friday.",
        attachments: [],
        sentAt: new Date("2015-09-07T17:05:32Z"),
        editedAt: null,
        bulk: false,
        fromOwner: false,
        problem: null,
      },
    ]);
  });

  test("in a group, a topic or a reply: the chat or the topic is the conversation", () => {
    const [said] = read({ chat: team });
    const [topic] = read({ chat: team, message_thread_id: 12, is_topic_message: true });
    const [answer] = read({ chat: team, message_thread_id: 1365 });
    expect(said).toMatchObject({ to: ["#Sales team"], threadKey: "telegram:110201543:-1001234567890" });
    expect(topic?.threadKey).toBe("telegram:110201543:-1001234567890:12");
    expect(answer?.threadKey).toBe(said?.threadKey);
  });

  test("in the direct messages of a channel: each person who writes has a conversation", () => {
    const chat = { id: -1002, type: "supergroup", title: "News", is_direct_messages: true };
    const [one] = read({ chat, direct_messages_topic: { topic_id: 1111111 } });
    const [other] = read({ chat, direct_messages_topic: { topic_id: 2222222 } });
    expect(one?.threadKey).toBe("telegram:110201543:-1002:1111111");
    expect(other?.threadKey).toBe("telegram:110201543:-1002:2222222");
  });

  test("messages that only the bot sees share the number 0, and stay different messages", () => {
    const [one] = read({ chat: team, message_id: 0, ephemeral_message_id: 3, date: 1441645532 });
    const [other] = read({ chat: team, message_id: 0, ephemeral_message_id: 4, date: 1441645590 });
    expect(one?.externalId).toBe("-1001234567890:0:3:1441645532");
    expect(other?.externalId).toBe("-1001234567890:0:4:1441645590");
  });

  test("in a channel, on behalf of a group, and by the bot itself", () => {
    const channel = { id: -1009, type: "channel", title: "News", username: "news" };
    const post = { from: undefined, chat: channel, sender_chat: channel, author_signature: "Bo" };
    expect(read(post, "channel_post")).toMatchObject([{ sender: "Bo (News)", senderAddress: "@news" }]);
    expect(read({ chat: team, sender_chat: team })).toMatchObject([
      { sender: "Sales team", senderAddress: null },
    ]);
    expect(read({ from: { id: 110201543, is_bot: true, first_name: "Zippy" } })).toMatchObject([
      { fromOwner: true },
    ]);
  });

  test("an edit has its time", () => {
    expect(read({ edit_date: 1441645600 }, "edited_message")).toMatchObject([
      { editedAt: new Date(1441645600_000), externalId: "1111111:1365" },
    ]);
  });

  test("captions with files: the largest photo, names and sizes", () => {
    const photo = [
      { file_id: "a", width: 90, height: 60, file_size: 1200 },
      { file_id: "b", width: 1280, height: 853, file_size: 98_000 },
      { file_id: "c", width: 320, height: 213, file_size: 9000 },
    ];
    expect(read({ text: undefined, caption: "The board after the meeting", photo })).toMatchObject([
      {
        content: "The board after the meeting",
        attachments: [{ name: "photo.jpg", type: "image/jpeg", size: 98_000 }],
      },
    ]);
    const document = { file_id: "d", file_name: "quote.pdf", mime_type: "application/pdf", file_size: 5120 };
    expect(read({ text: undefined, document })).toMatchObject([
      { content: "", attachments: [{ name: "quote.pdf", type: "application/pdf", size: 5120 }] },
    ]);
    expect(read({ text: undefined, voice: { file_id: "v", duration: 3 } })).toMatchObject([
      { attachments: [{ name: "voice message", type: "audio/ogg", size: 0 }] },
    ]);
  });

  test("hidden links, forwards, polls, contacts and locations become text", () => {
    const text = "See 🎉 the plan and the notes";
    const entities = [
      { type: "text_link", offset: 7, length: 8, url: "https://a.example/plan" },
      { type: "bold", offset: 0, length: 3 },
      { type: "text_link", offset: 20, length: 9, url: "https://a.example/notes" },
    ];
    expect(read({ text, entities })[0]?.content).toBe(
      "See 🎉 the plan (https://a.example/plan) and the notes (https://a.example/notes)",
    );
    const forward_origin = { type: "hidden_user", sender_user_name: "Bo Lind", date: 1 };
    expect(read({ forward_origin, text: "Call me" })[0]?.content).toBe("Forwarded from Bo Lind:\nCall me");
    const poll = { id: "1", question: "When?", options: [{ text: "Monday" }, { text: "Tuesday" }] };
    expect(read({ text: undefined, poll })[0]?.content).toBe("Poll: When?\n- Monday\n- Tuesday");
    const contact = { phone_number: "+491701234567", first_name: "Bo" };
    expect(read({ text: undefined, contact })[0]?.content).toBe("Contact: Bo +491701234567");
    const location = { latitude: 52.5, longitude: 13.4 };
    const venue = { location, title: "Café", address: "Main St 1" };
    expect(read({ text: undefined, location, venue })[0]?.content).toBe("Place: Café, Main St 1");
  });

  test.each([
    [
      "a checklist",
      {
        checklist: {
          title: "Move",
          tasks: [
            { id: 1, text: "Book a van" },
            { id: 2, text: "Pack" },
          ],
        },
      },
      "Checklist: Move\n- Book a van\n- Pack",
    ],
    [
      "added entries",
      { checklist_tasks_added: { tasks: [{ id: 3, text: "Call Bo" }] } },
      "Added to the checklist:\n- Call Bo",
    ],
    [
      "an invoice",
      { invoice: { title: "Cake", description: "For Friday", currency: "EUR", total_amount: 1250 } },
      "Invoice: Cake, 12.50 EUR\nFor Friday",
    ],
    [
      "an invoice in a currency without cents",
      { invoice: { title: "Cake", description: "", currency: "JPY", total_amount: 1250 } },
      "Invoice: Cake, 1250 JPY",
    ],
    ["a payment", { successful_payment: { currency: "XTR", total_amount: 7 } }, "Paid: 7 Telegram Stars"],
    ["data of a web app", { web_app_data: { button_text: "Order", data: "3 x bread" } }, "Order: 3 x bread"],
    ["a game", { game: { title: "Chess", description: null } }, "Game: Chess"],
    [
      "a poll with a description",
      { poll: { question: "When?", description: "For the review", options: [{ text: "Monday" }] } },
      "Poll: When?\nFor the review\n- Monday",
    ],
    ["a refund", { refunded_payment: { currency: "EUR", total_amount: 500 } }, "Refunded: 5.00 EUR"],
    ["a story", { story: { id: 1 } }, "(This message can only be read in Telegram.)"],
    ["a kind that is new", { hologram: {} }, "(This message can only be read in Telegram.)"],
  ])("%s becomes text", (_name, fields, content) => {
    expect(read({ text: undefined, ...fields }).map((one) => one.content)).toEqual([content]);
  });

  test.each([
    ["a join", { text: undefined, new_chat_members: [{ id: 5, first_name: "Bo" }] }, "new_chat_members"],
    ["a gift", { text: undefined, unique_gift: { origin: "transfer" } }, "unique_gift"],
    ["an owner who left", { text: undefined, chat_owner_left: {} }, "chat_owner_left"],
    ["a new option", { text: undefined, poll_option_added: { option_text: "May" } }, "poll_option_added"],
    ["a sticker", { text: undefined, sticker: { file_id: "s", emoji: "👍" } }, "sticker"],
    ["a message without a chat", { chat: undefined }, "message of an unknown shape"],
  ])("%s is left out for a reason", (_name, fields, reason) => {
    const update = { update_id: 1, message: privateMessage(fields) };
    expect(readUpdates(bot, [update])).toEqual({ messages: [], removed: [], ignored: [reason] });
  });

  test("one unreadable update doesn't affect the others", () => {
    const read = readUpdates(bot, [null, { update_id: "x" }, { update_id: 3, message: privateMessage() }]);
    expect(read.messages).toHaveLength(1);
    expect(read.ignored).toEqual(["an empty update", "an empty update"]);
  });
});
