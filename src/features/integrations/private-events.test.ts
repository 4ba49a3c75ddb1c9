import { expect, test } from "vitest";
import WebSocket from "ws";
import { privateMessage, startTelegram } from "../../../test/stand-ins/telegram";
import { connectDirectly, messagesOf, query } from "../../../test/support/collecting";
import { type Person, startTestApp } from "../../../test/support/test-app";
import { publish } from "../../server/live-hub";
import { analyzeWaiting } from "../inbox/analyze-waiting";

const telegram = await startTelegram();
const app = await startTestApp({ TELEGRAM_BASE_URL: telegram.url });

type Event = Record<string, string>;

/** The live events of a user's team. `until` resolves once a given event has arrived. */
async function listen(person: Person) {
  const socket = new WebSocket(`${app.url.replace("http", "ws")}/ws`, { headers: { cookie: person.cookie } });
  const heard: Event[] = [];
  const waiting = new Set<() => void>();
  socket.on("message", (data) => {
    heard.push(JSON.parse(String(data)) as Event);
    for (const wake of waiting) wake();
  });
  await new Promise((resolve) => socket.once("open", resolve));
  const until = async (right: (event: Event) => boolean) => {
    while (!heard.some(right)) await new Promise<void>((resolve) => waiting.add(resolve));
  };
  const { teamId, user } = person;
  socket.send(JSON.stringify({ type: "authenticate", userId: user.id, teamId }));
  socket.send(JSON.stringify({ type: "subscribe_team", teamId }));
  await until(({ type }) => type === "subscribed");
  return { heard, until, end: () => socket.terminate() };
}

async function startTeam() {
  const owner = await app.signIn();
  const bo = await app.signIn();
  const path = `/api/teams/${owner.teamId}/invitations`;
  const { body } = await owner.post<{ token: string }>(path, { role: "admin" });
  await bo.post(`/api/invitations/${body.token}/accept`, {});
  await bo.post(`/api/teams/${owner.teamId}/switch`, {});
  Object.assign(bo, { teamId: owner.teamId });
  return { owner, bo, others: await listen(owner), own: await listen(bo) };
}

/** All events received so far. Sends a last event to everyone and waits for it. */
async function receivedEvents({
  owner,
  others,
  own,
}: Awaited<ReturnType<typeof startTeam>>): Promise<Event[]> {
  const last = `${Date.now()}`;
  await publish(app.running.services.db, { type: "team_updated", teamId: owner.teamId, id: last });
  await Promise.all([others, own].map(({ until }) => until(({ id }) => id === last)));
  const beside = ["subscribed", "authenticated", "team_updated"];
  return others.heard.filter(({ type }) => !beside.includes(String(type)));
}

test("INT-8 LIVE-1 events of private messages and accounts reach only their owner's screens", async () => {
  const team = await startTeam();
  const { owner, bo, own } = team;
  const { token } = telegram.addBot();
  const said = privateMessage({ text: "Please send me the quote by Friday." });
  await telegram.happen(token, { message: said });
  const account = await connectDirectly(bo, "telegram", { botToken: token, onlyMe: true });
  const [message] = await messagesOf(bo, 1);
  const id = message?.id as string;
  const sync = () => bo.post(`/api/integrations/${account.id}/sync`);
  await telegram.happen(token, {
    edited_message: { ...said, text: "Please pay the invoice.", edit_date: Math.floor(Date.now() / 1000) },
  });
  await sync();
  await bo.patch(`/api/messages/${id}`, { status: "resolved" });
  await bo.post(`/api/messages/${id}/correction`, { hasTask: false });
  await bo.post(`/api/teams/${bo.teamId}/journal/undo`, {});
  await bo.post(`/api/messages/${id}/correction`, { hasTask: false });
  const { body } = await bo.get<{ corrections: { id: string }[] }>(`/api/teams/${bo.teamId}/corrections`);
  const correction = body.corrections[0]?.id as string;
  const answer = { correctionIds: [correction], apply: false };
  expect((await bo.post(`/api/teams/${bo.teamId}/corrections/proposal`, answer)).status).toBe(200);
  await bo.delete(`/api/corrections/${correction}`);
  const { body: proof } = await bo.post<{ code: string }>(`/api/integrations/${account.id}/proof`);
  await telegram.happen(token, { message: privateMessage({ message_id: 2, text: proof.code }) });
  await sync();
  await query(app, "update messages set ai_analysis = null where id = $1", [id]);
  await analyzeWaiting(app.running.services.db, bo.teamId, new AbortController().signal);
  await bo.patch(`/api/integrations/${account.id}`, { syncInterval: 600 });
  await bo.delete(`/api/integrations/${account.id}`);

  expect(await receivedEvents(team)).toEqual([]);
  const kinds = (of: string) => new Set(own.heard.filter((event) => event.id === of).map(({ type }) => type));
  expect(kinds(id)).toEqual(new Set(["new_message", "message_updated"]));
  expect(kinds(account.id)).toEqual(new Set(["integration_updated"]));
  expect(kinds(correction)).toEqual(new Set(["corrections_updated"]));
  // The recipient of an event is never revealed, not even to that user.
  expect(JSON.stringify(own.heard)).not.toContain("onlyFor");

  // A task belongs to the team; the message stays private.
  const made = await bo.post<{ id: string }>(`/api/messages/${id}/create-task`, { teamId: bo.teamId });
  expect(await receivedEvents(team)).toEqual([
    { type: "task_created", teamId: owner.teamId, id: made.body.id },
  ]);
  team.others.end();
  own.end();
});

test("INT-8 LIVE-1 when an account becomes private, the others' screens reload", async () => {
  const team = await startTeam();
  const { bo } = team;
  const { token } = telegram.addBot();
  await telegram.happen(token, { message: privateMessage({ text: "To all" }) });
  await connectDirectly(bo, "telegram", { botToken: token });
  const [shared] = await messagesOf(bo, 1);
  await team.others.until(({ id, type }) => id === shared?.id && type === "new_message");
  const before = await receivedEvents(team);
  await connectDirectly(bo, "telegram", { botToken: token, onlyMe: true });
  const after = (await receivedEvents(team)).slice(before.length);
  expect(after).toContainEqual({ type: "resync", teamId: bo.teamId, id: bo.teamId });
  team.others.end();
  team.own.end();
});
