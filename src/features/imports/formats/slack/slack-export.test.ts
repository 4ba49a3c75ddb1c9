import { describe, expect, test } from "vitest";
import { readSampleArchive } from "../../../../../test/support/read-sample-archive";
import { slackExport, slackMessage, slackUsers } from "../../../../../test/support/sample-exports";
import { readableSlackText } from "../../../channels/slack-text";

const day = (...messages: unknown[]) => ({ folder: "general", date: "2026-03-02", messages });
const read = (zip: Buffer, ownerAddress: string | null = null) =>
  readSampleArchive(zip, "export.zip", { ownerAddress });

describe("BEY-16 a Slack export", () => {
  test("creates messages with names, times, channel and permanent ids", async () => {
    const { messages, problems, locations, notes } = await read(
      slackExport([
        day(slackMessage("1772442900.000100", "Hi <@U0ANA0001>, see <https://x.example/a|the plan> :tada:")),
      ]),
    );
    expect(messages).toMatchObject([
      {
        externalId: "slack:C0GENERAL:1772442900.000100",
        threadKey: "slack:C0GENERAL:1772442900.000100",
        fromName: "Bo",
        fromAddress: "bo@example.org",
        to: ["#general"],
        content: "Hi @Ana Lopez, see the plan (https://x.example/a) :tada:",
        sentAt: new Date("2026-03-02T09:15:00.000Z"),
        bulk: false,
        problem: null,
      },
    ]);
    expect(locations).toEqual(["export.zip, general/2026-03-02.json, message 1"]);
    expect(problems).toEqual([]);
    expect(notes).toEqual(["export.zip is a Slack export."]);
  });

  test("keeps threads together and recognizes the owner by email address", async () => {
    const { messages } = await read(
      slackExport([
        day(
          slackMessage("1.1", "Who can?", { thread_ts: "1.1" }),
          slackMessage("2.2", "I can", { thread_ts: "1.1", user: "U0ANA0001" }),
        ),
        { folder: "D0BO00001", date: "2026-03-03", messages: [slackMessage("3.3", "Direct")] },
      ]),
      "ana@example.com",
    );
    expect(messages.map(({ threadKey, ownerSent, to }) => ({ threadKey, ownerSent, to }))).toEqual([
      { threadKey: "slack:D0BO00001:3.3", ownerSent: false, to: ["Ana Lopez"] },
      { threadKey: "slack:C0GENERAL:1.1", ownerSent: false, to: ["#general"] },
      { threadKey: "slack:C0GENERAL:1.1", ownerSent: true, to: ["#general"] },
    ]);
  });

  test("asks who you are if no member has your address, but never suggests a bot", async () => {
    const { messages } = await read(
      slackExport([day(slackMessage("1.1", "a"), slackMessage("2.2", "b", { user: "U0BOT0001" }))]),
      "else@example.com",
    );
    expect(messages.map(({ ownerSent, senderKey, bulk }) => [ownerSent, senderKey, bulk])).toEqual([
      [null, "slack:U0BO00001", false],
      [false, null, true],
    ]);
  });

  test("leaves out and counts notices, deleted messages and edit records", async () => {
    const { messages, notes } = await read(
      slackExport([
        day(
          slackMessage("1.1", "<@U0BO00001> has joined the channel", { subtype: "channel_join" }),
          slackMessage("2.2", "This message was deleted.", { subtype: "tombstone" }),
          slackMessage("3.3", "", { subtype: "message_changed", message: { ts: "4.4", text: "new" } }),
          slackMessage("4.4", "new", { edited: { user: "U0BO00001", ts: "4.5" } }),
          slackMessage("5.5", "joined us", { subtype: "thread_broadcast", thread_ts: "4.4" }),
        ),
      ]),
    );
    expect(messages.map(({ content }) => content)).toEqual(["new", "joined us"]);
    expect(notes.at(-1)).toBe(
      "Left out: 1 notice from Slack itself (joined, left, renamed), 1 deleted message, 1 edit record (the edited text is included).",
    );
  });

  test("includes the cards and blocks of apps, and files by name and size", async () => {
    const { messages } = await read(
      slackExport([
        day(
          {
            type: "message",
            subtype: "bot_message",
            username: "Alerts",
            bot_id: "B1",
            ts: "1.1",
            text: "",
            attachments: [{ title: "Disk full", text: "on &lt;db1&gt;", fallback: "x" }],
          },
          {
            type: "message",
            bot_id: "B1",
            ts: "2.2",
            blocks: [{ type: "section", text: { text: "From *blocks*" } }],
          },
          slackMessage("3.3", "Here", {
            files: [
              { name: "plan.pdf", mimetype: "application/pdf", size: 1234 },
              { name: "gone", mode: "tombstone" },
            ],
          }),
        ),
      ]),
    );
    expect(messages.map(({ fromName, content }) => [fromName, content])).toEqual([
      ["Alerts", "Disk full\non <db1>"],
      ["Bot", "From *blocks*"],
      ["Bo", "Here"],
    ]);
    expect(messages[2]?.attachments).toEqual([{ name: "plan.pdf", type: "application/pdf", size: 1234 }]);
  });

  test("works without its lists, using the names in messages", async () => {
    const { messages, notes } = await read(
      slackExport(
        [
          day(
            slackMessage("1.1", "Hi <@U0ANA0001>", { user_profile: { real_name: "Bo Lind" } }),
            slackMessage("2.2", "x"),
          ),
        ],
        { "users.json": undefined, "channels.json": undefined, "dms.json": undefined },
      ),
    );
    expect(messages.map(({ fromName, content, to }) => [fromName, content, to[0]])).toEqual([
      ["Bo Lind", "Hi @U0ANA0001", "#general"],
      ["U0BO00001", "x", "#general"],
    ]);
    expect(notes).toContainEqual(expect.stringContaining("has no list of members (users.json)"));
  });

  test("a day whose bytes were changed after it was zipped is read and named", async () => {
    const content = JSON.stringify([slackMessage("1.1", "one")]);
    const { messages, problems } = await read(
      slackExport([], {}, [{ name: "general/2026-02-01.json", content, sum: 1 }]),
    );
    expect(messages.map(({ content }) => content)).toEqual(["one"]);
    expect(problems.map(({ where, reason }) => [where, reason])).toEqual([
      ["export.zip, general/2026-02-01.json", expect.stringMatching(/^This file was damaged .*again\.$/)],
    ]);
  });

  test("a damaged message affects only itself, and a cut day only what follows", async () => {
    const good = JSON.stringify([
      slackMessage("1.1", "one"),
      { type: "message", text: "no time" },
      slackMessage("2.2", "two"),
    ]);
    const { messages, problems } = await read(
      slackExport([day(slackMessage("9.9", "last"))], { "users.json": "[{]" }, [
        { name: "general/2026-02-01.json", content: good },
        {
          name: "general/2026-02-02.json",
          content: `[${JSON.stringify(slackMessage("3.3", "three"))}, {"type": "mess`,
        },
        { name: "general/2026-02-03.json", content: "" },
        { name: "integration_logs.json", content: "[]" },
      ]),
    );
    expect(messages.map(({ content }) => content)).toEqual(["one", "two", "three", "last"]);
    expect(problems.map(({ where, reason, damaged }) => [where, reason, damaged])).toEqual([
      ["export.zip, users.json", expect.stringContaining("brackets in the JSON don't match"), undefined],
      ["export.zip, general/2026-02-01.json, message 2", expect.stringContaining("no timestamp"), 1],
      [
        "export.zip, general/2026-02-02.json",
        "The file is cut off. Everything after message 1 is missing.",
        1,
      ],
      ["export.zip, general/2026-02-03.json", "The file is empty. Nothing could be read.", 1],
    ]);
  });

  test("a file that unpacks to far too much affects only that file", async () => {
    const bomb = Buffer.alloc(80 * 1024 * 1024, " ");
    const { messages, problems } = await read(
      slackExport([day(slackMessage("1.1", "fine"))], {}, [
        { name: "general/2026-01-01.json", content: bomb },
      ]),
    );
    expect(messages.map(({ content }) => content)).toEqual(["fine"]);
    expect(problems[0]?.reason).toContain("This unpacks to far more than mail ever does");
  });

  test("explains what to do with a single day", async () => {
    const { messages, problems } = await readSampleArchive(
      JSON.stringify([slackMessage("1772442900.000100", "x")]),
      "2026-03-02.json",
    );
    expect(messages).toEqual([]);
    expect(problems[0]?.reason).toContain("Add the whole zip file from Slack");
  });
});

test("shows Slack's markup as readable text", () => {
  const names = {
    person: (id: string) => slackUsers.find((user) => user.id === id)?.real_name,
    channel: (id: string) => (id === "C1" ? "general" : undefined),
  };
  const text = (marked: string) => readableSlackText(marked, names);
  expect(text("<@U0BO00001> <@UNKNOWN|old> <@UNKNOWN>")).toBe("@Bo Lind @old @UNKNOWN");
  expect(text("<#C1|general> <#C1> <#C2>")).toBe("#general #general #C2");
  expect(text("<!here> <!channel> <!subteam^S1|@designers> <!date^1392734382^{date}|18 Feb>")).toBe(
    "@here @channel @designers 18 Feb",
  );
  expect(text("<https://a.example> <https://a.example|a.example> <mailto:a@b.example|a@b.example>")).toBe(
    "https://a.example https://a.example a@b.example",
  );
  expect(text("1 &lt; 2 &amp;&amp; 3 &gt; 2, a < b > c :wave: *bold* `<b>`")).toBe(
    "1 < 2 && 3 > 2, a < b > c :wave: *bold* `<b>`",
  );
});
