import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { startOtherCrm } from "../../../../../test/stand-ins/crm/other-crm";
import { projectRoot } from "../../../../server/project-root";
import { other } from "./other";

type Schema = Parameters<typeof z.fromJSONSchema>[0];

const document = JSON.parse(readFileSync(join(projectRoot, "docs/crm-openapi.json"), "utf8")) as {
  components: { schemas: Record<string, Schema> };
  paths: Record<string, { get?: { responses: { 200: { content: Record<string, { schema: Schema }> } } } }>;
};

/** The schema of a list, with what it refers to in place. */
function schemaOf(path: string): z.ZodType {
  const schema = document.paths[path]?.get?.responses[200].content["application/json"]?.schema;
  const resolved = JSON.stringify(schema).replace(
    /\{"\$ref":"#\/components\/schemas\/(\w+)"\}/g,
    (_, name: string) => JSON.stringify(document.components.schemas[name]),
  );
  return z.fromJSONSchema(JSON.parse(resolved) as Schema);
}

test("CRM-3 a system that answers as docs/crm-openapi.json says can be connected, and every field arrives", async () => {
  const system = await startOtherCrm();
  const records = {
    companies: { name: "Acme", domain: "acme.example", url: "https://crm.example/1" },
    contacts: {
      ...{ name: "Bo", emails: ["bo@acme.example"], phones: ["+4681234567"], handles: ["@bo"] },
      ...{ jobTitle: "Buyer", companyId: "companies-1", companyName: "Acme", url: "https://crm.example/2" },
    },
    deals: {
      ...{ name: "Roof", amount: 48_000.5, currency: "EUR", stage: "Proposal", status: "open" },
      ...{ closeDate: "2026-12-24T00:00:00.000Z", companyId: "companies-1", contactIds: ["contacts-2"] },
      url: "https://crm.example/3",
    },
    tasks: {
      ...{
        title: "Call Bo",
        description: "About the roof.",
        dueDate: "2026-12-24T17:00:00.000Z",
        done: false,
      },
      ...{ dealId: "deals-3", contactId: "contacts-2" },
    },
  } as const;
  const kinds = ["companies", "contacts", "deals", "tasks"] as const;
  for (const kind of kinds) system.add(kind, { ...records[kind] });

  const crm = other.create({ PRIVATE_HOSTS: "allow" });
  const tools = { signal: new AbortController().signal };
  const typed = { apiKey: system.token, instanceUrl: system.url };
  const { access, accountName } = await crm.connect(typed, [...kinds], tools);
  expect(accountName).toBe("Berg's own CRM");
  const session = crm.open(access, tools);
  for (const kind of kinds) {
    const answer = await fetch(`${system.url}/${kind}`, {
      headers: { authorization: `Bearer ${system.token}` },
    });
    expect(schemaOf(`/${kind}`).safeParse(await answer.json()).error).toBeUndefined();
    const { records: read } = await session.changed(kind, null, null);
    const { emails, phones, handles, ...same } = records[kind] as Record<string, unknown>;
    const renamed = kind === "contacts" ? { addresses: emails, phones, handles } : {};
    expect(read).toEqual([expect.objectContaining({ ...same, ...renamed })]);
  }
  system.remove("deals", "deals-3");
  const since = new Date(Date.now() - 60_000);
  expect(await session.changed("deals", since, null)).toMatchObject({ records: [], removed: ["deals-3"] });
});
