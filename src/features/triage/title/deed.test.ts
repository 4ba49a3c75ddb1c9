import { expect, test } from "vitest";
import { isDeed } from "./deed";
import { titles } from "./test-titles";

/** Every beginning with every rest: none of them may become a title. */
const combine = (beginnings: readonly string[], rests: readonly string[]) =>
  beginnings.flatMap((beginning) => rests.map((rest) => `${beginning} ${rest}`));

const statements = combine(
  [
    "I",
    "I'm",
    "We",
    "We've",
    "You",
    "He",
    "She",
    "It",
    "They",
    "This",
    "That's",
    "There",
    "The new",
    "My",
    "Our",
  ],
  [
    "am sorry about the delay",
    "have the keys for the shed",
    "sent the figures to Anna",
    "was in the office today",
  ],
);
const questions = combine(
  [
    "Is it",
    "Are you",
    "Do they",
    "Does it",
    "Did anyone",
    "Can you",
    "Could we",
    "Would he",
    "Should I",
    "Has it",
  ],
  ["arrive by Friday", "send me the lease", "know the way to the fair", "work on the old scales"],
);
const bareQuestions = combine(
  ["What", "When", "Where", "Who", "How", "Why", "Which one"],
  ["is the key to the cage", "did they pay", "goes into the folder", "can fix the scales"],
);
const middles = combine(
  [
    "And",
    "But",
    "Or",
    "So",
    "Because",
    "Since",
    "As",
    "If",
    "Then",
    "However",
    "Also",
    "Of",
    "For",
    "With",
    "Like",
  ],
  ["the old version still works", "we could wait until May", "everybody who was there"],
);
const greetings = [
  ...combine(["Hi", "Hello", "Hey", "Dear"], ["Anna", "all", "team and friends", "Mr Berg"]),
  ...combine(["Thanks", "Thank you", "Cheers", "Sorry"], ["for the draft", "again, Anna", "in advance"]),
  ...[
    "Best regards, Anna Berg",
    "Kind regards from the team",
    "Sincerely, the board",
    "Good morning everyone",
  ],
  ...[
    "Good evening and welcome",
    "Looking forward to it",
    "Hope you are well",
    "Happy to help",
    "Yes please do",
  ],
  ...[
    "No problem at all",
    "Ok then",
    "FYI the minutes",
    "Re: the lease",
    "Fwd: the lease",
    "AW: Mietvertrag",
  ],
];
const machines = [
  "Do not reply to this message",
  "Please do not reply",
  "Don't reply to this address",
  "Unsubscribe from this list",
  "Click here to unsubscribe",
  "Click below to confirm",
  "View this email in your browser",
  "Read it in your browser",
  "Manage your preferences",
  "Manage preferences or opt out",
  "Opt out of these mails",
  "Read our privacy policy",
  "Accept terms of use",
  "Sent from my phone",
  "Get Outlook for iOS",
  "Forward this to a friend",
  "Leave the mailing list",
  "Delete if not intended recipient",
  "Treat as confidential",
  "Consider this email before printing",
  "Start your free trial",
  "Brought by and sponsored by Acme",
  "Scanned for virus by Acme",
  "Powered by Acme Lists",
  "Copyright Acme 2026",
  "You are receiving this because you signed up",
  "Know why this was sent to you",
  "Add us to your address book",
  "Original message from Anna",
  "Anna Berg wrote:",
];
const printed = [
  "See https://acme.example/keys",
  "Open www.acme.example today",
  "Run npm install && npm start | tail",
  "Rw-r--r-- 1 root root sources.list",
  "Foo::Bar failed at line 3",
  "Const a = b; let c = d;",
  "Call start() in main",
  "{ value: 1 } found",
  "<html> without end",
  "/usr/lib/python/site-packages missing",
  "=> ng.IPromise expected",
  "Answer Anna: can I assume that == &j",
  "Compare it with &value of the list",
  "$HOME is not set",
  "123 456 789 000",
  "--- 12:30 ---",
  "***** SPAM *****",
  "!!! !!! !!!",
  "Write to anna@acme.example",
  "a b c",
];
const fragments = [
  "Send the",
  "Send it to",
  "Check with your",
  "Tell Anna if",
  "Tell Anna whether",
  "Pay the invoice of the",
  "Review the draft and",
  "Call Anna because",
  "Send the list:",
  "Send the list (",
  "Answer how",
  "Explain why",
  "Ask who can",
  "Say what you would",
  "Done",
  "Meeting",
  "Thoughts",
  "lol",
  "ok",
  "",
  "   ",
  "?",
  "Just checking in with you",
  "Very nice work on the fair",
  "Really good to see all of it",
  "Maybe next week or later",
  "Unfortunately closed on Monday",
  "Still waiting here for news",
  "Never heard of such a thing",
  "Anyone at the desk today",
  "Somebody left a bag",
  "Something went wrong with it",
  "Everyone is on leave",
  "All good on this side",
  "Nothing to do here",
  "The end of the month",
  "A quick word",
  "Thx for it all",
  "Answer Sven: does anyone have a working",
  "Answer: what would be a common",
  "Say whether there is some good reason why equal",
  "Explain why it",
  "Say whether there is another way for us folks still",
  "Tell Anna whether Nils",
  "Answer: do you want to continue",
  "Answer Anna: do you wish to proceed?",
  "Answer: are you sure",
  "Say whether you want to continue",
];

const idioms = [
  "Keep in touch",
  "Stay tuned",
  "Have a great day",
  "Have a look",
  "Enjoy your weekend",
  "Give me a break",
  "Rest assured of our support",
  "Feel free to call",
  "Bear with us",
  "Excuse the delay",
  "See you on Monday",
  "Let us see",
  "Let Anna know",
  "Let Anna know, or wait",
  "Say hello",
  "Come on",
  "Go ahead",
  "Set Anna straight",
  "Make up your mind about the lease",
  "Note that the office is closed",
  "Be careful out there",
  "Work with Anna folks",
  "Send the files with respect",
  "Put the list in before",
];

const forbidden = [
  ...[...statements, ...questions, ...bareQuestions, ...middles, ...greetings],
  ...[...machines, ...printed, ...fragments, ...idioms],
];

test("at least 300 phrases that nobody would write as a task are refused", () => {
  expect(new Set(forbidden).size).toBeGreaterThanOrEqual(300);
  expect(forbidden.filter(isDeed)).toEqual([]);
});

test.each([
  "Send Anna the revised floor plan by Friday",
  "Pay invoice 88 by 20 March",
  "Answer: is the ferry late?",
  "Tell Nils if you are in town next weekend",
  "Say whether the office is open",
  "Explain how to sort an array of names",
  "Help with the login page",
  "Attend the review on Monday",
  "Process: Travel expenses of May",
  "Rechnung bis Freitag bezahlen",
  "Sign the lease",
  "Answer Anna: do you want to continue the lease",
])("is an action: %s", (title) => {
  expect(isDeed(title)).toBe(true);
});

test.each([
  ["I like them and added the right changes.", "Draft of the memo", "Review Draft of the memo"],
  ["It was returned to me.", "Notification of the port", "Review notification of the port"],
  ["So I believe the pump is too small.", "Leaks and errors", "Look into leaks and errors"],
  ["I have pushed this until May.", "Bern trip", "Deal with Bern trip"],
])("a subject that nothing is said of is read or looked into: %s (%s)", (text, topic, expected) => {
  expect(titles(text, { topic })).toContain(expected);
});

test("a call of code is named without its brackets", () => {
  expect(titles("Does anyone know how to mock fs.watch() in a test?", { open: true })).toContain(
    "Explain how to mock fs.watch in a test",
  );
});

test("a form of address doesn't end a title", () => {
  expect(titles("You are required to preserve every photograph relating to Mr. Ames.")).toEqual([
    "Preserve every photograph relating to Mr. Ames",
  ]);
  expect(isDeed("Preserve every photograph relating to Mr")).toBe(false);
});

test.each(["", "Changes in integer division"])(
  "an adverb isn't what is to be done (topic: “%s”)",
  (topic) => {
    expect(titles("Especially if stuff like this has to be fixed.", { topic }).join()).not.toMatch(
      /fix especially/i,
    );
    expect(titles("The stuff in the shed has to be fixed.", { topic })).toContain(
      "Fix the stuff in the shed",
    );
  },
);

test("a noun before a particle is part of a verb, so it isn't what a line is about", () => {
  expect(titles("Nobody knew that the boiler handbook left out the valve.", { open: true })).toEqual([]);
  expect(titles("Nobody here has read the boiler handbook of May.", { open: true })).toEqual([
    "Reply to Nils about the boiler handbook",
  ]);
});

test("a question that only asks whether it makes sense names nothing", () => {
  expect(titles("Does that makes sense?", { open: true })).toEqual([]);
});

test("the person who asks isn't what “them” means", () => {
  expect(titles("Can we consider them as trusted people?")).toEqual([]);
});

test("a subject that goes on with a sentence is quoted", () => {
  expect(titles("I have pushed this until May.", { topic: "and yet more rain" })).toEqual([
    "Deal with “and yet more rain”",
  ]);
});
