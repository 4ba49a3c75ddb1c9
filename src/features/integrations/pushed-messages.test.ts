import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { privateMessage, startTelegram } from "../../../test/stand-ins/telegram";
import {
  allHandled,
  connectDirectly,
  countLockWaits,
  messagesOf,
  query,
  until,
} from "../../../test/support/collecting";
import { type Person, startTestApp } from "../../../test/support/test-app";
import { createEventRepository } from "./webhooks/event-repository";

const telegram = await startTelegram();
const app = await startTestApp({ TELEGRAM_BASE_URL: telegram.url });
const { db } = app.running.services;
/** A second connection that works on the same rows. */
const other = new pg.Client({ connectionString: app.databaseUrl });
await other.connect();
afterAll(() => other.end());

let updates = 900_000;

/** Stores an event, as the webhook does. @returns its row, once it is right. */
async function deliver(botId: number, message: object) {
  const update_id = updates++;
  const id = `${botId}:${update_id}`;
  await createEventRepository(db).store([
    { provider: "telegram", id, account: String(botId), payload: { update_id, message } },
  ]);
  return (right: (row: Record<string, unknown>) => boolean) =>
    until(
      async () => {
        const [row] = await query<Record<string, unknown>>(
          app,
          "select * from webhook_events where event_id = $1",
          [id],
        );
        return row as Record<string, unknown>;
      },
      (row) => right(row),
    );
}

const isHandled = ({ handled_at }: Record<string, unknown>) => handled_at !== null;

async function connectedBot() {
  const ana = await app.signIn();
  const { token, id: botId } = telegram.addBot();
  const { id } = await connectDirectly(ana, "telegram", { botToken: token });
  await until(
    () =>
      query(
        app,
        "select 1 from connections where account_id = $1 and claimed_by is null and last_sync_at is not null",
        [id],
      ),
    ({ length }) => length === 1,
  );
  return { ana, token, botId, id };
}

const whileSomebodyWaits = () =>
  until(
    () => countLockWaits(app),
    (count) => count > 0,
  );

const contentsOf = async (person: Person) =>
  (await person.get<{ content: string }[]>(`/api/teams/${person.teamId}/messages`)).body.map(
    ({ content }) => content,
  );

test("a message fetched and pushed at the same moment is stored without a deadlock", async () => {
  const { ana, botId, id } = await connectedBot();
  await other.query("begin");
  await other.query("select from connections where account_id = $1 for update", [id]);
  const message = privateMessage({ message_id: 7, text: "Both ways" }) as { chat: { id: number } };
  const event = await deliver(botId, message);
  await whileSomebodyWaits();
  await other.query(
    `insert into messages (team_id, account_id, external_id, channel, sender, recipients, content, attachments, created_at)
     values ($1, $2, $3, 'telegram', 'Ana', '{"to":[],"cc":[]}', 'Both ways', '[]', now()) on conflict do nothing`,
    [ana.teamId, id, `${message.chat.id}:7`],
  );
  await other.query("commit");
  expect(await event(isHandled)).toMatchObject({ failure: null, tries: 1 });
  expect(await contentsOf(ana)).toEqual(["Both ways"]);
});

test("INT-8 a push for an account that is just becoming private or disconnected stays hidden from the team", async () => {
  for (const [change, mine] of [
    ["visible_to = connected_by", ["Too late for the team"]],
    ["status = 'disconnected'", []],
  ] as const) {
    const { ana, botId, id } = await connectedBot();
    const bo = await app.signIn();
    const { body } = await ana.post<{ token: string }>(`/api/teams/${ana.teamId}/invitations`, {
      role: "member",
    });
    await bo.post(`/api/invitations/${body.token}/accept`, {});
    await other.query("begin");
    await other.query(`update connections set ${change} where account_id = $1`, [id]);
    const event = await deliver(botId, privateMessage({ text: "Too late for the team" }));
    await whileSomebodyWaits();
    await other.query("commit");
    await event(isHandled);
    expect(await contentsOf(ana)).toEqual(mine);
    expect(await contentsOf(Object.assign(bo, { teamId: ana.teamId }))).toEqual([]);
  }
});

test("a message that one team's account can't store reaches the other teams", async () => {
  const { ana, token, botId, id } = await connectedBot();
  const bo = await app.signIn();
  await connectDirectly(bo, "telegram", { botToken: token });
  await query(
    app,
    `create function fail_here() returns trigger language plpgsql as $$
     begin if new.account_id = '${id}' then raise exception 'full'; end if; return new; end $$;
     create trigger fail_here before insert on messages for each row execute function fail_here()`,
  );
  const event = await deliver(botId, privateMessage({ text: "For both" }));
  expect(await messagesOf(bo, 1)).toMatchObject([{ content: "For both" }]);
  // The first team's event is retried.
  expect(await event(({ failure }) => failure !== null)).toMatchObject({ handled_at: null });
  await query(app, "drop function fail_here cascade");
  await allHandled(app);
  expect(await contentsOf(ana)).toEqual(["For both"]);
  expect(await contentsOf(bo)).toEqual(["For both"]);
});

test("a message is stored although the account's credentials can't be read, because no call needs them", async () => {
  const { ana, botId, id } = await connectedBot();
  await query(app, "update connections set credentials = 'v1.x.y.z' where account_id = $1", [id]);
  await deliver(botId, privateMessage({ text: "Still readable" }));
  expect(await messagesOf(ana, 1)).toMatchObject([{ content: "Still readable" }]);
});

test("the reason why an event failed is stored without the message text", async () => {
  const { botId } = await connectedBot();
  await query(
    app,
    `create function refuse() returns trigger language plpgsql as $$
     begin if new.content like 'Private%' then raise exception 'not here'; end if; return new; end $$;
     create trigger refuse before insert on messages for each row execute function refuse()`,
  );
  const event = await deliver(botId, privateMessage({ text: "Private words" }));
  expect(await event(({ failure }) => failure !== null)).toMatchObject({ failure: "not here" });
  await query(app, "drop trigger refuse on messages");
});
