import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startMeta } from "../../../test/stand-ins/meta";
import { slackEvent } from "../../../test/stand-ins/slack";
import { messagesOf, query, startReachableApp, until } from "../../../test/support/collecting";
import { connectMeta, deliver } from "../../../test/support/meta-journey";
import { dataFolder, onlyIf } from "../../../test/support/only-if";
import type { Person } from "../../../test/support/person";
import { startSlackJourney } from "../../../test/support/slack-journey";
import type { TestApp } from "../../../test/support/test-app";
import type { HealthMetric } from "./contract";

type Json = Record<string, unknown>;

const onlyWithPayloads = onlyIf(dataFolder !== undefined, "EVAL_DATA names no folder with recorded payloads");

/** The recorded deliveries of a provider. */
const recorded = (provider: string): [file: string, payload: Json][] => {
  const folder = join(dataFolder as string, "payloads", provider);
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  return files.sort().map((file) => [file, JSON.parse(readFileSync(join(folder, file), "utf8"))]);
};

/** Replaces values in JSON by their key and present value. */
const rewrite = (given: unknown, change: (key: string, value: unknown) => unknown): unknown =>
  JSON.parse(JSON.stringify(given, (key, value) => change(key, value)));

/** The result of all deliveries so far: handled events, parts left out with their reasons, and stored messages. */
async function fate(app: TestApp, person: Person) {
  const events = await until(
    () =>
      query<{ failure: string | null; handled_at: Date | null }>(
        app,
        "select failure, handled_at from webhook_events",
      ),
    (rows) => rows.every(({ handled_at: handled }) => handled !== null),
  );
  const { body } = await person.get<HealthMetric[]>("/api/integrations/health");
  const ignored = body.flatMap((metric) => metric.ignored).reduce((sum, { count }) => sum + count, 0);
  return { events: events.length, ignored, failures: events.flatMap(({ failure }) => failure ?? []) };
}

const isEmpty = ({ content, attachments }: { content: string; attachments: unknown[] }): boolean =>
  content === "" && attachments.length === 0;

describe(
  "INT-8 deliveries as others have recorded them are stored, or left out for a reason",
  onlyWithPayloads,
  () => {
    test("WhatsApp", async () => {
      const meta = await startMeta();
      const app = await startReachableApp(meta.settings());
      const business = meta.addBusinessAccount({
        display_phone_number: "+1 555 078 1",
        verified_name: "Shop",
      });
      const person = await app.signIn();
      const number = business.numbers[0]?.id as string;
      await connectMeta(app, person, "whatsapp", number);
      const deliveries = recorded("whatsapp").flatMap(([file, samples]) =>
        Object.entries(samples).flatMap(([name, sample]) =>
          (sample as Json).entry ? [[`${file} ${name}`, sample] as const] : [],
        ),
      );
      expect(deliveries.length).toBeGreaterThan(40);
      let before = await fate(app, person);
      for (const [at, [name, sample]] of deliveries.entries()) {
        const own = rewrite(sample, (key, value) => {
          if (key === "phone_number_id") return number;
          if (key === "time") return at;
          if (key === "entry") return (value as Json[]).map((entry) => ({ ...entry, id: business.id }));
          // The samples share their ids and times.
          return key === "id" && /^(wamid|<WHATSAPP_MESSAGE_ID>)/.test(String(value)) ? `wamid.${at}` : value;
        });
        expect((await deliver(app, meta, "whatsapp", own)).status).toBe(200);
        const now = await fate(app, person);
        expect([name, now.failures]).toEqual([name, []]);
        expect([name, now.events + now.ignored > before.events + before.ignored]).toEqual([name, true]);
        before = now;
      }
      const messages = await messagesOf(person, 1);
      expect(messages.length).toBeGreaterThan(25);
      expect(messages.filter(isEmpty)).toEqual([]);
      expect(messages.map(({ content }) => content)).toEqual(
        expect.arrayContaining([expect.stringContaining("comment text: Comment Text")]),
      );
    });

    test("Slack", async () => {
      const { app, slack, webhook, connect, synced, handled } = await startSlackJourney();
      const channel = await slack.addChannel("recorded");
      const person = await app.signIn();
      await connect(person);
      await synced(person);
      let before = await fate(app, person);
      for (const [at, [name, sample]] of recorded("slack").entries()) {
        const ts = `${Math.floor(Date.now() / 1000)}.${String(at).padStart(6, "0")}`;
        // The samples are skeletons whose texts are all empty.
        const event = rewrite(sample.event, (key, value) => {
          if (key === "user" && value === "") return slack.people.bo.id;
          if (key === "channel" && value === "") return channel;
          if (/(^|_)ts$/.test(key) && value === "") return ts;
          return key === "bot_id" || key === "subtype" ? value || undefined : value;
        }) as Json;
        expect((await slack.deliver(webhook, slackEvent(event))).status).toBe(200);
        await handled();
        const now = await fate(app, person);
        expect([name, now.failures]).toEqual([name, []]);
        expect([name, now.events + now.ignored > before.events + before.ignored]).toEqual([name, true]);
        before = now;
      }
      const messages = await messagesOf(person, 1);
      expect(messages.filter(isEmpty)).toEqual([]);
      expect(messages.map(({ content }) => content)).toContain("(This message can only be read in Slack.)");
    });
  },
);
