import { describe, expect, test } from "vitest";
import type { TriageInput } from "../message";
import { analyzed } from "./test-analysis";

test.each([
  ["The production server is down, please fix it immediately, today! This is critical.", "Server down"],
  ["the production server is down, please fix it. This is critical.", null],
  ["Our checkout page is broken again, please fix it ASAP.", "Shop"],
  ["The boiler in the cellar is leaking, can you look at it right away?", "Boiler"],
  ["The server is down!", "Server"],
])(
  "INB-8 an emergency told to its reader is an urgent problem with a task, not mass mail: %s",
  (content, subject) => {
    expect(analyzed(content, { subject })).toMatchObject({
      hasTask: true,
      urgency: "urgent",
      category: "problem_report",
    });
  },
);

test.each([
  ["The production server is down, please fix it immediately.", "Fix the production server"],
  ["Our checkout page is broken again, please fix it ASAP.", "Fix the checkout page"],
  [
    "The lift in the north wing is stuck, can you look at it right away?",
    "Look at the lift in the north wing",
  ],
])("INB-2 a title names what failed, not “it” or the subject: %s", (content, title) => {
  expect(analyzed(content, { subject: "Help" }).taskTitle).toBe(title);
});

test.each([
  [
    "The production server is up again since 9:40. It was the disk, nothing to do for you.",
    "Server is up again",
  ],
  ["Your account will be closed today. Act immediately and click the link below to verify it.", "Act now"],
])("INB-8 what is over, and what only presses, is no task: %s", (content, subject) => {
  expect(analyzed(content, { subject }).hasTask).toBe(false);
});

describe("INB-8 what fails is a task as people write it in a hurry, in mail and chat", () => {
  test.each([
    ["Printer jammed again", "Fix the printer"],
    ["the toner is empty", "Refill the toner"],
    ["The toilet on the 2nd floor is blocked", "Fix the toilet on the 2nd floor"],
    ["Toilet blocked in the ladies", "Fix the toilet in the ladies"],
    ["staging deploy fails with a timeout", "Fix the staging deploy"],
    ["Build is broken on main", "Fix the build"],
    ["Production is down since 9.", "Fix production"],
    ["VPN down", "Fix the VPN"],
    ["I can't log in to the portal", "Help Mary log in to the portal"],
    ["Nobody can log in to the portal.", "Find out why nobody can log in to the portal"],
    ["The VPN is down for everyone.", "Fix the VPN that is down for everyone"],
    ["We can't print anything", "Help Mary print anything"],
    ["We cant open the door", "Help Mary open the door"],
    ["The van wont start", "Fix the van that won't start"],
  ])("%s", (text, taskTitle) => {
    expect(analyzed(text)).toMatchObject({ hasTask: true, taskTitle });
    expect(analyzed(text, { to: ["#office"], channel: "slack" })).toMatchObject({ hasTask: true, taskTitle });
  });

  test.each([
    "We're out of printer paper. I've ordered ten packs, they come on Monday.",
    "Coffee machine is leaking again, the repair guy comes on Monday.",
    "Staging gives 502 now. The disk was full, I'm cleaning it.",
    "The printer was jammed, I fixed it.",
  ])("but not what is seen to: %s", (text) => {
    expect(analyzed(text).hasTask).toBe(false);
  });
});

describe("INB-8 a deed that is pressed for is an urgent task, in mail and chat", () => {
  test.each([
    ["The client is furious. Call them back immediately!", "Call the client back"],
    ["Come to the shop right away.", "Come to the shop"],
    ["Call the tenant back immediately!", "Call the tenant back"],
  ])("%s", (text, taskTitle) => {
    const task = { hasTask: true, urgency: "urgent", taskTitle };
    expect(analyzed(text)).toMatchObject(task);
    expect(analyzed(text, { to: ["#office"], channel: "slack" })).toMatchObject(task);
  });

  test.each([
    "Order now and save.",
    "Call us now for a free quote!",
    "Act immediately and click the link below to verify your account.",
    "Call the bank right away if you see this on your account.",
  ])("but not what sells or warns: %s", (text) => {
    expect(analyzed(text).hasTask).toBe(false);
  });
});

test.each([
  "Production is down since 9.",
  "Nobody can get into the building",
  "The scanner is broken and the whole team waits.",
  "The VPN is down for the whole office.",
  "Nobody can log in.",
])("INB-8 what keeps everybody from working is important: %s", (text) => {
  expect(analyzed(text)).toMatchObject({ urgency: "urgent", importance: "important" });
});

describe("INB-8 an outage is urgent and important wherever it is reported", () => {
  const channels: Record<string, Partial<TriageInput>> = {
    mail: {},
    "a Slack channel": { to: ["#office"], channel: "slack" },
    "a text message": { to: [], channel: "sms", from: { name: "Mary Holt", address: null } },
  };

  test.each(
    Object.entries(channels).flatMap(([channel, more]) =>
      [
        "Production is down since 9.",
        "Customers can't pay in the shop",
        "The website isn't loading for anyone",
        "Power is out in building B",
        "API is down, all clients get 503",
        "Everybody is locked out of the building",
        "The database server crashed again",
        "There's a smell of gas in the kitchen!",
      ].map((text) => [channel, text, more] as const),
    ),
  )("in %s: %s", (_, text, more) => {
    expect(analyzed(text, more)).toMatchObject({ urgency: "urgent", importance: "important" });
  });

  test.each([
    "The prices are down for everyone.",
    "Nobody can beat our prices!",
    "Nobody can believe it's Friday already",
    "Printer jammed again",
    "The server was down, it's back now.",
  ])("but not: %s", (text) => {
    for (const more of Object.values(channels)) expect(analyzed(text, more).importance).toBe("not_important");
  });
});

test("INB-8 a reproof is urgent", () => {
  const reproof = "I thought I was very clear that nobody orders without my signature.";
  expect(analyzed(reproof)).toMatchObject({ hasTask: true, urgency: "urgent" });
});

test("INB-8 what one person can't do is not important for that alone", () => {
  expect(analyzed("Printer jammed again").importance).toBe("not_important");
});
