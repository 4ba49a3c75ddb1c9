import { describe, expect, test } from "vitest";
import { readSampleArchive } from "../../../../../test/support/read-sample-archive";
import { columnsSentence, guessColumns } from "./csv-columns";
import { readTableDate } from "./csv-dates";

const read = (content: string | Uint8Array, timeZone = "UTC", name = "messages.csv") =>
  readSampleArchive(content, name, { timeZone });
const rows = (...lines: string[]) => lines.join("\n");

describe("BEY-16 a table (CSV)", () => {
  test("creates messages based on its column names", async () => {
    const { messages, problems, locations, notes } = await read(
      rows(
        "ID;Sent at;From;E-Mail;Subject;Message;Channel;To;Attachments",
        '7;2026-03-02 10:15;Bo Lind;Bo@example.org;Plan;"Please send it; today.\nThanks";sales;Ana, Cy;a.pdf|b.png',
      ),
      "Europe/Berlin",
    );
    expect(messages).toMatchObject([
      {
        fromName: "Bo Lind",
        fromAddress: "bo@example.org",
        senderKey: "csv:bo@example.org",
        subject: "Plan",
        content: "Please send it; today.\nThanks",
        sentAt: new Date("2026-03-02T09:15:00Z"),
        to: ["Ana", "Cy", "#sales"],
        threadKey: "csv:sales:subject:plan",
        attachments: [{ name: "a.pdf" }, { name: "b.png" }],
        problem: null,
      },
    ]);
    expect(messages[0]?.externalId).toMatch(/^csv:7#/);
    expect(locations).toEqual(["messages.csv, row 1"]);
    expect(problems).toEqual([]);
    expect(notes[0]).toBe(
      "messages.csv is a table. Columns used: date from “Sent at”, text from “Message”, sender from “From”, address from “E-Mail”, subject from “Subject”, channel from “Channel”, to from “To”, id from “ID”, attachments from “Attachments”.",
    );
  });

  test("replies join the conversation of their subject; without subject and channel, each message is separate", async () => {
    const { messages } = await read(
      rows(
        "id,date,from,subject,text",
        "1,2026-03-02,Bo,Plan,a",
        '2,2026-03-03,"""Cy at example.org""",Re: plan,b',
        "3,2026-03-04,Bo,,c",
        "4,2026-03-04,Bo,,d",
      ),
    );
    const keys = messages.map(({ threadKey }) => threadKey);
    expect(keys[1]).toBe(keys[0]);
    expect(new Set(keys).size).toBe(3);
    expect(messages[1]?.fromName).toBe("Cy at example.org");
  });

  test.each([
    ["commas", ","],
    ["semicolons", ";"],
    ["tabs", "\t"],
    ["bars", "|"],
  ])("parses %s as the delimiter", async (_, sign) => {
    const { messages } = await read(["date,text", "2026-03-02,a"].join("\n").replaceAll(",", sign));
    expect(messages.map(({ content }) => content)).toEqual(["a"]);
  });

  test("names missing columns", async () => {
    const { messages, problems } = await read(rows("when it was;who;words", "2026-03-02;Bo;x"));
    expect(messages).toEqual([]);
    expect(problems[0]?.reason).toBe(
      "Couldn't find a column for the date (name it “date”) or the text (name it “text”). The columns are “when it was”, “who”, “words”. Rename them in the first row and add the file again.",
    );
  });

  test("reports the order of day and month", async () => {
    const american = await read(rows("date,text", "3/4/2026 1:15 PM,a", "3/14/2026 1:15 PM,b"));
    expect(american.messages.map(({ sentAt }) => sentAt?.toISOString())).toEqual([
      "2026-03-04T13:15:00.000Z",
      "2026-03-14T13:15:00.000Z",
    ]);
    expect(american.notes[1]).toBe(
      "Dates in messages.csv were read month first because some second numbers are above 12.",
    );
    const newestFirst = await read(rows("date,text", "02/04/2026,c", "01/04/2026,b", "31/03/2026,a"));
    expect(newestFirst.messages[0]?.sentAt?.toISOString()).toBe("2026-04-02T00:00:00.000Z");
  });

  test("a damaged row affects only itself; each is counted and reported with its line", async () => {
    const { messages, problems } = await read(
      rows(
        "date,sender,text",
        "2026-03-02,Bo,one",
        ",,",
        "",
        "someday,Bo,two",
        "2026-03-02",
        '2026-03-03,Bo,"he said "no" to it"',
        '2026-03-04,Bo,"never closed',
        "2026-03-05,Bo,three",
        "2026-03-06,Bo,four,and,more",
      ),
    );
    expect(messages.map(({ content, problem }) => [content, problem])).toEqual([
      ["one", null],
      ["two", "This row has no readable date."],
      ["", null],
      [expect.stringContaining("no"), expect.stringContaining("aren't paired")],
      ["three", null],
      ["four, and, more", expect.stringContaining("more cells than the table has columns")],
    ]);
    expect(problems).toEqual([
      { where: "messages.csv, line 3", reason: "This row has neither a date nor a text.", damaged: 1 },
      { where: "messages.csv, line 8", reason: expect.stringContaining("never closed"), damaged: 1 },
    ]);
  });

  test("a row that absorbed the next one says so and loses no text", async () => {
    const { messages } = await read(
      rows("date,text", '2026-03-02,"never closed', '2026-03-03,"x y"', "2026-03-04,z"),
    );
    expect(messages.map(({ content, problem }) => [content.includes("x y"), problem])).toEqual([
      [true, expect.stringContaining("aren't paired")],
      [false, null],
    ]);
  });

  test("skips thousands of unclosed quotation marks quickly without losing anything else", async () => {
    const lines = Array.from({ length: 6000 }, (_, n) => `2026-03-02,Bo,${n % 2 ? `fine ${n}` : `"x${n}`}`);
    const { messages, problems } = await read(rows("date,sender,text", ...lines));
    const kept = messages.filter(({ content }) => content.includes("fine")).length;
    const inside = messages
      .map(({ content }) => content.match(/fine/g)?.length ?? 0)
      .reduce((a, b) => a + b, 0);
    expect(kept + problems.length).toBeGreaterThan(0);
    expect(inside).toBe(3000);
  });

  test("identical rows are two messages, with the same ids in a later export", async () => {
    const first = await read(rows("date,sender,text", "2026-03-02,Bo,ok", "2026-03-02,Bo,ok"));
    const later = await read(
      rows("date;sender;text", "2026-03-02;Bo;ok", "2026-03-02;Bo;ok", "2026-03-03;Bo;ok"),
    );
    const ids = (found: typeof first) => found.messages.map(({ externalId }) => externalId);
    expect(new Set(ids(first)).size).toBe(2);
    expect(ids(later).slice(0, 2)).toEqual(ids(first));
  });

  test("supports UTF-16, Western encodings and a byte-order mark under any file name", async () => {
    const table = rows("Datum;Absender;Nachricht", "02.03.2026 10:15;Zoë;Grüße für Sie");
    for (const bytes of [
      Buffer.from(`\ufeff${table}`, "utf16le"),
      Buffer.from(`\ufeff${table}`),
      Buffer.from(table, "latin1"),
    ]) {
      const { messages } = await read(bytes, "UTC", "export");
      expect(messages.map(({ fromName, content }) => [fromName, content])).toEqual([
        ["Zoë", "Grüße für Sie"],
      ]);
    }
  });

  test("the zone of times is a note only where a time leaves it open", async () => {
    const zones = async (...dates: string[]) => {
      const { notes } = await read(rows("date,text", ...dates.map((date, n) => `"${date}",text ${n}`)));
      return notes.filter((note) => note.startsWith("Times without a zone"));
    };
    expect(
      await zones(
        "2016-11-30 19:50:56 +0000",
        "2016-11-30T19:50:56Z",
        "1772442900",
        "Thu, 26 Aug 2021 14:42:29 -0400",
        "2016-11-30 19:50 UTC",
      ),
    ).toEqual([]);
    expect(await zones("1772442900", "02-03-2026")).toEqual([
      "Times without a zone in messages.csv were read as UTC time.",
    ]);
    expect(await zones("Mar 4, 2024 10:15 AM")).toHaveLength(1);
  });

  // slack.com/help/articles/360035354694-Move-data-to-Slack-using-a-CSV-or-text-file
  test("a table without a header row works if it has Slack's four columns", async () => {
    const { messages, notes } = await read(
      rows(
        '"1357559471","random","myles","Who wants a \\"joke\\"?"',
        '"1357559472","random","cy","Me:\nnow"',
      ),
    );
    expect(messages.map(({ fromName, content, to }) => [fromName, content, to[0]])).toEqual([
      ["myles", 'Who wants a "joke"?', "#random"],
      ["cy", "Me:\nnow", "#random"],
    ]);
    expect(notes[0]).toContain("without column names");
  });
});

test.each([
  ["1772442900", "2026-03-02T09:15:00Z"],
  ["1772442900.000100", "2026-03-02T09:15:00Z"],
  ["1772442900000", "2026-03-02T09:15:00Z"],
  ["2026-03-02T10:15:00+01:00", "2026-03-02T09:15:00Z"],
  ["2026-03-02T09:15:00.123Z", "2026-03-02T09:15:00Z"],
  ["2026-03-02 09:15:00 UTC", "2026-03-02T09:15:00Z"],
  ["2026-03-02 10:15", "2026-03-02T09:15:00Z"],
  ["02/03/2026 10:15", "2026-03-02T09:15:00Z"],
  ["2.3.26, 10:15", "2026-03-02T09:15:00Z"],
  ["02/03/2026 10:15 am", "2026-03-02T09:15:00Z"],
  ["Mon, 2 Mar 2026 10:15:00 +0100", "2026-03-02T09:15:00Z"],
  ["Mar 2, 2026 10:15 AM", "2026-03-02T09:15:00Z"],
  ["2026-03-02", "2026-03-01T23:00:00Z"],
])("parses the table date %s", (text, expected) => {
  expect(readTableDate(text, "day-month", "Europe/Berlin")?.toISOString().slice(0, 19)).toBe(
    expected.slice(0, 19),
  );
});

test.each(["", "soon", "31/02/2026", "99/99/9999", "2026-13-45", "12"])("%j is not a date", (text) => {
  expect(readTableDate(text, "day-month", "UTC")).toBeNull();
});

test("recognizes common column names", () => {
  const of = (header: string) => columnsSentence(header.split(","), guessColumns(header.split(",")));
  expect(of("timestamp,user,body")).toBe("date from “timestamp”, text from “body”, sender from “user”");
  expect(of("Date,Time,Author,Message")).toBe(
    "date from “Date”, time from “Time”, text from “Message”, sender from “Author”",
  );
  expect(of("message_id,created_at,from_name,from_email,message")).toBe(
    "date from “created_at”, text from “message”, sender from “from_name”, address from “from_email”, id from “message_id”",
  );
  expect(of("Fecha,Remitente,Asunto,Mensaje")).toBe(
    "date from “Fecha”, text from “Mensaje”, sender from “Remitente”, subject from “Asunto”",
  );
});
