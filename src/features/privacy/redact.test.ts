import { describe, expect, test } from "vitest";
import { seededRandom } from "../../../eval/training/linear-training";
import type { RedactionKind } from "./contract";
import { type Person, redact } from "./redact";

const secrets = (text: string) => redact(text, { redactNames: false, redactAddresses: false, people: [] });
const everything = (text: string, people: Person[] = []) =>
  redact(text, { redactNames: true, redactAddresses: true, people });

/**
 * Invented here in the documented forms. They are assembled from parts so that repository scanners don't flag
 * them.
 */
const key = (...parts: string[]) => parts.join("");
const keys = {
  openai: key("sk-", "proj-Zq81mN0xWv2Lr7TyUe4KsPb9"),
  anthropic: key("sk-ant-", "api03-Zq81mN0x_Wv2Lr7TyUe4KsPb9-AA"),
  stripe: key("sk_live_", "51Nq81mN0xWv2Lr7TyUe4"),
  github: key("ghp_", "Zq81mN0xWv2Lr7TyUe4KsPb9Cd3Fg5Hj6Kl"),
  githubFine: key("github_pat_", "11ABCDE0Zq81mN0xWv2Lr7_TyUe4KsPb9Cd3"),
  slack: key("xoxb-", "210987654321-Zq81mN0xWv2Lr7TyUe4KsPb9"),
  aws: key("AKIA", "Q81MN0XWV2LR7TYU"),
  google: key("AIza", "SyZq81mN0xWv2Lr7TyUe4KsPb9Cd3Fg5Hj6"),
  telegram: key("812345678:", "AAZq81mN0xWv2Lr7TyUe4KsPb9Cd3Fg5Hj6"),
  jwt: key("eyJhbGciOiJIUzI1NiJ9.", "eyJzdWIiOiIxMjM0NSJ9.", "Zq81mN0xWv2Lr7TyUe4KsPb9"),
};
const privateKey = `-----BEGIN ${"RSA"} PRIVATE KEY-----\nMIIEpAIBAAKCAQEAZq81mN0x\nWv2Lr7TyUe4KsPb9==\n-----END RSA PRIVATE KEY-----`;

describe("keys and tokens", () => {
  test.each(Object.entries(keys))("%s", (_vendor, value) => {
    expect(secrets(`Use ${value}, it works.`)).toMatchObject({
      text: "Use [access key], it works.",
      redacted: { access_key: 1 },
    });
  });

  test.each([
    ["Authorization: Bearer Zq81mN0xWv2Lr7Ty", "Authorization: Bearer [access key]"],
    ["Authorization: Basic YW5hOmh1bnRlcjI9", "Authorization: Basic [access key]"],
    ["the API key is 8f3a9b2c1d4e5f6071829304.", "the API key is [access key]"],
    ["AWS_SECRET_ACCESS_KEY=wJq81mN0/xWv2Lr7TyUe4KsPb9", "AWS_SECRET_ACCESS_KEY=[access key]"],
    ['{"client_secret": "Zq81mN0xWv2Lr7Ty"}', '{"client_secret": "[access key]"}'],
    ["https://x.example/?a=1&token=Zq81mN0xWv2Lr7Ty&b=2", "https://x.example/?a=1&token=[access key]&b=2"],
    ["postgres://app:s3cr3t-word@db.example:5432/app", "postgres://app:[password]@db.example:5432/app"],
    [`Here it is:\n${privateKey}\nBye`, "Here it is:\n[private key]\nBye"],
    [`${privateKey.slice(0, 70)}\n\n!`, "[private key]!"],
    // The middle of a long text is left out before it is sent.
    [`[left out]\n${privateKey.slice(40)}\nBye`, "[left out]\n[private key]\nBye"],
    [`> ${privateKey.slice(40).replaceAll("\n", "\n> ")}\nBye`, "[private key]\nBye"],
  ])("%s", (text, expected) => expect(secrets(text).text).toBe(expected));

  test.each([
    "The token ring is down, and the secret: nobody knows why.",
    "The line\n-----END RSA PRIVATE KEY-----\nmust stay at the end of the file.",
    "A task-force, risk-assessment-and-mitigation-plan-2021 and ask-me-anything-session-12.",
    "https://docs.example/articles/2001-11-20/how-to-set-an-api-key",
    "Commit 3f786850e387550fdab836ed7e6dc881de23001b fixes it.",
    "Message-ID: <20011120.123456.abcdef@mail.example.org>",
    "token: 2001-11-20 and auth=none",
    "http://localhost:3000/ and https://example.org:8080/a@b",
    "Order 550e8400-e29b-41d4-a716-446655440000 has been sent.",
  ])("finds nothing in: %s", (text) => expect(secrets(text)).toMatchObject({ text, redacted: {} }));
});

describe("passwords and codes", () => {
  test.each([
    ["The password is hunter2.", "The password is [password]."],
    ["Your new password for the wiki is Summer2024!", "Your new password for the wiki is [password]"],
    ["Passwort: Sonne#77\nDanke", "Passwort: [password]\nDanke"],
    ["Das Passwort lautet „Blau5Meer“.", "Das Passwort lautet „[password]“."],
    ["user: ana\npassword: blueberry\n", "user: ana\npassword: [password]\n"],
    ["pw: qwe123, as always", "pw: [password], as always"],
    ["DB_PASSWORD=tiger99", "DB_PASSWORD=[password]"],
    ["Login: ana / tiger99", "Login: ana / [password]"],
    ["mot de passe : Soleil42", "mot de passe : [password]"],
    ["Use password trombone7 there", "Use password [password] there"],
    ['password = "open sesame" for now', 'password = "[password]" for now'],
    ["my password's hunter2, or pass=tiger99", "my password's [password], or pass=[password]"],
    ["Password - Blue77sky", "Password - [password]"],
    ['{"password":"hunter2","user":"ana"}', '{"password":"[password]","user":"ana"}'],
    ["<password>letmein</password>", "<password>[password]</password>"],
    ["Your Example code is 482913", "Your Example code is [code]"],
    ["PIN: 4821", "PIN: [code]"],
    ["Your verification code is 482 913.", "Your verification code is [code]."],
    ["482913 is your Example code", "[code] is your Example code"],
    ["Passcode: 889923#", "Passcode: [code]#"],
    ["Access code 782-906-437 for all", "Access code [code] for all"],
    ["CVV 123", "CVV [code]"],
  ])("%s", (text, expected) => expect(secrets(text).text).toBe(expected));

  test.each([
    "Your password is about to expire, please change your password before Friday.",
    "Password: see below",
    "Is the password case-sensitive? The password is required and was reset yesterday.",
    "I forgot my password. Password reset: https://example.org/reset",
    "Change the password at https://a1.example/new?x=2 or ask for help.",
    "Password: ********",
    "Zip code 12345, area code 415, error code 404, dress code 2024.",
    "Your promo code is 20212, your zip code is 12345, your order code: 4821.",
    "tests: 12 pass, 3 fail; pass: true",
    "The pin 4821 of the connector; a tan 1200 km away.",
    "We will send the access code by text message on Nov 12.",
    "It was the password that was wrong, not the user name.",
    "The passport number is with Ana; the passage was rough.",
  ])("finds nothing in: %s", (text) => expect(secrets(text)).toMatchObject({ text, redacted: {} }));
});

describe("cards and accounts", () => {
  test.each([
    ["4111 1111 1111 1111", "card_number"],
    ["4111111111111111", "card_number"],
    ["5555-5555-5555-4444", "card_number"],
    ["3782 822463 10005", "card_number"],
    ["6011.1111.1111.1117", "card_number"],
    ["4111\u20111111\u20131111\u202f1111", "card_number"],
    ["4222222222222", "card_number"],
    ["6304 0000 0000 0000", "card_number"],
    ["DE89 3704 0044 0532 0130 00", "bank_account"],
    ["GB29NWBK60161331926819", "bank_account"],
    ["NO93 8601 1117 947", "bank_account"],
    ["FR14 2004 1010 0505 0001 3M02 606", "bank_account"],
  ] as [string, RedactionKind][])("%s", (number, kind) => {
    const text = `Please charge ${number} by Friday.`;
    const name = kind === "card_number" ? "card number" : "bank account";
    expect(secrets(text)).toMatchObject({
      text: `Please charge [${name}] by Friday.`,
      redacted: { [kind]: 1 },
    });
  });

  test.each([
    ["Card 4111 1111 1111 1111 12/27 123", "Card [card number] 12/27 123"],
    ["-4111 - 1111 - 1111 - 1111", "-[card number]"],
    ["Item 1234 4111 1111 1111 1111", "Item 1234 [card number]"],
    ["SSN: 078-05-1120", "SSN: [social security number]"],
    ["my social security number is 078 05 1120.", "my social security number is [social security number]."],
  ])("%s", (text, expected) => expect(secrets(text).text).toBe(expected));

  test.each([
    "Order 4111 1111 1111 1112 has been sent.",
    "Tracking number 1234567890123456",
    "1000000000000 ms since 1970, 0000000000000000, 4444 4444 4444 4444",
    "DE89 3704 0044 0532 0130 01, FR14 2004 1010 0505 0001 3M02 607",
    "Part 123-45-6789 of the kit",
    "2001 2002 2003 2004 2005 2006",
    "+49 151 2345 6789 0",
  ])("finds nothing in: %s", (text) => expect(secrets(text)).toMatchObject({ text, redacted: {} }));
});

describe("names and addresses, if the team turns them on", () => {
  const people: Person[] = [
    { name: "Jonas Weber", address: "jonas@example.org" },
    { name: "Will Marsh", address: "will@example.org" },
    { name: "Ana María López", address: null },
  ];

  test("stay unchanged by default", () => {
    const text = "Jonas Weber, jonas@example.org, +49 30 1234567";
    expect(redact(text, { redactNames: false, redactAddresses: false, people }).text).toBe(text);
    expect(redact(text, { redactNames: true, redactAddresses: false, people }).text).toBe(
      "[person 1], jonas@example.org, +49 30 1234567",
    );
    expect(redact(text, { redactNames: false, redactAddresses: true, people }).text).toBe(
      "Jonas Weber, [email 1], [phone 1]",
    );
  });

  test("one person has the same number throughout a text, by full, first or last name", () => {
    const { text, redacted } = everything(
      "Hi Jonas,\nplease ask Ana María López. Weber's quote went to Will Marsh.\nhi jonas,\n\nWeber, Jonas",
      people,
    );
    expect(text).toBe(
      "Hi [person 1],\nplease ask [person 2]. [person 1]'s quote went to [person 3].\nhi [person 1],\n\n[person 1]",
    );
    expect(redacted).toEqual({ name: 6 });
  });

  test("context decides whether a word is a name", () => {
    expect(everything("Will you ask Will? It will do.\nThanks,\nWill", people).text).toBe(
      "Will you ask [person 1]? It will do.\nThanks,\n[person 1]",
    );
    expect(everything("In May we meet. Hi May,", [{ name: "May Lee", address: null }]).text).toBe(
      "In May we meet. Hi [person 1],",
    );
  });

  test("a title, an initial or a service's name alone is not a person", () => {
    const others: Person[] = [
      { name: "Dr. Eva M. van Dyk", address: null },
      { name: "Example Billing Team", address: "billing@example.com" },
      { name: "Support", address: null },
    ];
    expect(
      everything(
        "Dr. Eva M. van Dyk, Eva Dyk, Dyk, Eva and Eva. The Dr. of our Billing Support Team; Example Billing Team.",
        others,
      ).text,
    ).toBe(
      "[person 1], [person 1], [person 1] and [person 1]. The Dr. of our Billing Support Team; [person 2].",
    );
  });

  test("part of another word is not a name", () => {
    const text = "Jonassen and Webers2 in Willow Street";
    expect(everything(text, people).text).toBe(text);
  });

  test.each([
    ["Write to Jonas.Weber+crm@mail.example.co.uk.", "Write to [email 1]."],
    ["a@example.org, b@example.org, A@example.org", "[email 1], [email 2], [email 1]"],
    ["Call +49 (0)30 1234-5678 or (212) 555-0142.", "Call [phone 1] or [phone 2]."],
    ["Tel.: 555 0142, Fax 0151 23456789", "Tel.: [phone 1], Fax [phone 2]"],
    ["+1 212 555 0142 is 212-555-0142", "[phone 1] is [phone 1]"],
  ])("%s", (text, expected) => expect(everything(text).text).toBe(expected));

  test.each([
    "On 2001-11-20 at 10:30, version 10.4.2 of 192.168.100.1, 12.50 EUR",
    "Invoice 000000000027747, room 0815, 30 000 pieces, 1,234,567",
  ])("finds no address in: %s", (text) => expect(everything(text).text).toBe(text));

  test("restores names and addresses in an answer, but no secrets", () => {
    const { restore } = everything("Jonas: the password is hunter2, write to a@example.org", people);
    // The second form of the name returns where its sentence is quoted.
    const quoted = everything(
      "Jonas is here. Jonas Weber sends it with pw: qwe123, says Will Marsh.",
      people,
    );
    expect(quoted.restore("[person 1] sends it with pw: [password]")).toBe(
      "Jonas Weber sends it with pw: [password]",
    );
    expect(quoted.restore("Ask [person 1]")).toBe("Ask Jonas");
    expect(restore("Ask [person 1] at [email 1] for the [password]; [person 2] is nobody")).toBe(
      "Ask Jonas at a@example.org for the [password]; [person 2] is nobody",
    );
  });
});

describe("any text", () => {
  const pieces = [
    ...Object.values(keys),
    privateKey,
    "4111 1111 1111 1111",
    "DE89 3704 0044 0532 0130 00",
    "password is hunter2",
    "pw: qwe123",
    "PIN: 4821",
    "a@example.org",
    "+49 30 1234567",
    "Jonas Weber",
    "Bearer",
    "eyJ",
    "-----BEGIN PRIVATE KEY-----",
    "://a:b@",
    "password",
    "[person 1]",
    "[password]",
    "12",
    "3456",
    "-",
    " ",
    "\n",
    ": ",
    "é",
    "😀",
    "\u202e",
    "word",
  ];
  const people = [{ name: "Jonas Weber", address: "a@example.org" }];
  const placeholder =
    /\[(?:access key|private key|password|code|card number|bank account|social security number|(?:person|email|phone) \d+)\]/;

  function sampleText(random: () => number, joint = random() < 0.5 ? " " : "", from = pieces): string {
    const count = 1 + Math.floor(random() * 14);
    return Array.from({ length: count }, () => from[Math.floor(random() * from.length)]).join(joint);
  }

  test("everything else stays unchanged and in order", () => {
    const random = seededRandom(20_261_121);
    for (let round = 0; round < 3000; round++) {
      const text = sampleText(random);
      const once = everything(text, people);
      let from = 0;
      for (const part of once.text.split(placeholder)) {
        const at = text.indexOf(part, from);
        expect(at, text).toBeGreaterThanOrEqual(from);
        from = at + part.length;
      }
    }
  });

  test("leaves redacted text alone", () => {
    const random = seededRandom(11);
    for (let round = 0; round < 3000; round++) {
      const once = secrets(sampleText(random, " ")).text;
      expect(secrets(once).text).toBe(once);
    }
  });

  test("a secret between blanks never gets through", () => {
    const random = seededRandom(7);
    const others = pieces.slice(13);
    for (let round = 0; round < 2000; round++) {
      const secret = pieces[Math.floor(random() * 12)] as string;
      const result = secrets(
        `${sampleText(random, " ", others)}\n${secret}\n${sampleText(random, " ", others)}`,
      );
      expect(result.text).not.toContain(secret);
    }
  });
});

describe("half a megabyte", () => {
  const size = 500_000;
  const fill = (text: string) => text.repeat(Math.ceil(size / text.length)).slice(0, size);
  const walls = [
    ..."aA1-_.:/@=+[(é \n".split(""),
    "eyJ-",
    "eyJa.",
    "sk-",
    "sk-a1 ",
    "SG.",
    "://a:",
    "://a:b ",
    "token=",
    "token=a1b2c3d4e5f6 ",
    "password ",
    "password: ",
    "password is ",
    "pw:pw ",
    "pin ",
    "access code ",
    "1 ",
    "1234 ",
    "4111-",
    "DE89 ",
    "DE89",
    "ssn ",
    "+1 ",
    "(1",
    "a@",
    "a@b.",
    "0151 ",
    "tel ",
    "-----BEGIN PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY----- ",
    "Jonas ",
    "jonas weber ",
    "Will",
    "Please send the report to Jonas Weber by Friday, 3 pm. ",
  ];

  // Each text takes far less than the test's time limit; any quadratic step would take far more.
  test.each(walls)("of %j is processed in linear time", (piece) => {
    const text = fill(piece);
    const many = Array.from({ length: 200 }, (_, index) => ({ name: `Jonas Weber${index}`, address: null }));
    expect(everything(text, many).text.length).toBeGreaterThan(0);
  });
});
