import { beforeAll, describe, expect, test } from "vitest";
import { startOtherCrm } from "../../../test/stand-ins/crm/other-crm";
import { until } from "../../../test/support/collecting";
import { type Person, startTestApp } from "../../../test/support/test-app";
import type { Message, MessageWhy } from "../inbox/contract";
import type { Task } from "../tasks/contract";
import type { CrmConnection } from "./contract";
import { senderKeyOf } from "./find-contacts";

const crm = await startOtherCrm();
const app = await startTestApp({ PRIVATE_HOSTS: "allow" });

let ana: Person;
let roof: string;
let connection: CrmConnection;

beforeAll(async () => {
  const acme = crm.add("companies", { name: "Acme Ltd.", domain: "acme.example" });
  const bo = crm.add("contacts", {
    ...{ name: "Bo Lindqvist", jobTitle: "Buyer", companyId: acme },
    ...{ emails: ["Bo@Acme.example"], phones: ["+46 (0)8 123 456"], handles: ["@bo_acme"] },
  });
  roof = crm.add("deals", {
    ...{ name: "Roof", stage: "Proposal", status: "open", amount: 48_000, currency: "EUR" },
    contactIds: [bo],
  });
  crm.add("deals", { name: "Old", stage: "Lost", status: "lost", contactIds: [bo] });
  // The same address twice: the one with a deal counts.
  crm.add("contacts", { name: "B. Lindqvist (old)", emails: ["bo@acme.example"] });
  crm.add("contacts", { name: "Åsa Öberg 🌲", emails: ["asa@öberg.example"] });
  ana = await app.signIn();
  await ana.post(`/api/teams/${ana.teamId}/crm`, {
    provider: "other",
    credentials: { apiKey: crm.token, instanceUrl: crm.url },
    syncSettings: { syncContacts: true, syncDeals: true, syncTasks: false },
  });
  connection = await until(
    async () => (await ana.get<CrmConnection[]>(`/api/teams/${ana.teamId}/crm`)).body[0] as CrmConnection,
    ({ lastSyncAt }) => lastSyncAt !== null,
  );
});

const messageFrom = async (senderAddress: string, more: object = {}): Promise<Message> =>
  (await ana.buildMessages([{ sender: "Somebody", senderAddress, ...more }]))[0] as Message;

describe("CRM-3 the sender of a message in the CRM", () => {
  test("CRM-3 is found by address, number and handle, with company and open deals", async () => {
    for (const address of ["bo@acme.example", "+468123456", "468123456", "@bo_acme"])
      expect((await messageFrom(address)).contact).toEqual({
        ...{ name: "Bo Lindqvist", jobTitle: "Buyer", companyName: "Acme Ltd.", crm: "Other CRM", url: null },
        openDeals: 1,
        deals: [
          {
            name: "Roof",
            stage: "Proposal",
            amount: 48_000,
            currency: "EUR",
            url: null,
            link: expect.anything(),
          },
        ],
      });
    expect((await messageFrom("asa@öberg.example")).contact).toMatchObject({
      name: "Åsa Öberg 🌲",
      openDeals: 0,
    });
    expect((await messageFrom("nobody@elsewhere.example")).contact).toBeNull();
  });

  test("CRM-3 of an unknown person at a known company, the company is shown", async () => {
    const { contact } = await messageFrom("reception@acme.example");
    expect(contact).toMatchObject({ name: null, companyName: "Acme Ltd." });
  });

  test("CRM-3 an open deal makes a message important, says so in Why and reaches its task, until the deal is closed", async () => {
    const read = await messageFrom("bo@acme.example");
    expect(read.aiAnalysis?.importance).toBe("important");
    const why = await ana.get<MessageWhy>(`/api/messages/${read.id}/why`);
    expect(why.body.conclusions.find(({ field }) => field === "importance")).toMatchObject({
      conclusion: "important",
      rule: "An open deal in Other CRM with Bo Lindqvist of Acme Ltd.: “Roof” (Proposal).",
    });
    const made = await ana.post<Task>(`/api/messages/${read.id}/create-task`, { teamId: ana.teamId });
    expect(made.body).toMatchObject({ importance: "important" });

    // Somebody's decision and mass mail come first.
    const decided = await messageFrom("bo@acme.example");
    await ana.post(`/api/messages/${decided.id}/correction`, { importance: "not_important" });
    expect((await ana.get<Message>(`/api/messages/${decided.id}`)).body.aiAnalysis?.importance).toBe(
      "not_important",
    );
    expect((await messageFrom("bo@acme.example", { bulk: true })).aiAnalysis?.importance).toBe(
      "not_important",
    );

    crm.change("deals", roof, { status: "won" });
    await ana.post(`/api/teams/${ana.teamId}/crm/${connection.id}/sync`);
    const { body } = await ana.get<Message>(`/api/messages/${read.id}`);
    expect(body).toMatchObject({ aiAnalysis: { importance: "not_important" }, contact: { openDeals: 0 } });
  });

  test("CRM-3 another team's records say nothing", async () => {
    const other = await app.signIn();
    const [message] = await other.buildMessages([{ senderAddress: "bo@acme.example" }]);
    expect(message?.contact).toBeNull();
  });
});

test("CRM-3 a number without its country identifies nobody", () => {
  expect(senderKeyOf("08123456")).toBeNull();
  expect(senderKeyOf("+46 8-123 456")).toBe("phone:+468123456");
  expect(senderKeyOf("0046 8 123 456")).toBe("phone:+468123456");
  expect(senderKeyOf("Bo@Acme.Example")).toBe("mail:bo@acme.example");
  expect(senderKeyOf("@Bo_Acme")).toBe("handle:bo_acme");
});
