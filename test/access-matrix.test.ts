import { randomUUID } from "node:crypto";
import { join as joinPath } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { areasOf, onlyReads } from "../src/features/access/areas";
import { openSecrets } from "../src/server/secrets";
import { startHubspot } from "./stand-ins/crm/hubspot";
import { startPushService } from "./stand-ins/push-service";
import { startTelegram } from "./stand-ins/telegram";
import { query } from "./support/collecting";
import { localKey } from "./support/local-key";
import { type Person, startTestApp } from "./support/test-app";

const telegram = await startTelegram();
const hubspot = await startHubspot();
const push = await startPushService();
const app = await startTestApp({
  DEMO_LIMIT: "1000",
  TELEGRAM_BASE_URL: telegram.url,
  HUBSPOT_BASE_URL: hubspot.url,
});

/** A team with a user in every role, and a user outside it. */
interface Cast {
  teamId: string;
  owner: Person;
  admin: Person;
  member: Person;
  outsider: Person;
}

type Role = "stranger" | "outsider" | "member" | "admin" | "owner";

/**
 * What one call requires, and how to make a request that succeeds for anyone allowed. Each request uses its
 * own rows.
 */
interface Access {
  /**
   * `open`: without a session. `person`: any session, about oneself. Otherwise the lowest role in the team.
   */
  needs: "open" | "person" | "member" | "admin" | "owner";
  /** It speaks of the caller's current team: people outside this team reach their own. */
  ofCurrentTeam?: true;
  /** Path and body. Default: the path with the team's id, no body. */
  request?: (cast: Cast, caller: Person | undefined) => Promise<Partial<Request>> | Partial<Request>;
}

interface Request {
  path: string;
  body: unknown;
}

/** Every call of the API. A test below fails if one is missing or no longer exists. */
const calls: Record<string, Access> = {
  "GET /api/health": { needs: "open" },
  "GET /api/billing/plans": { needs: "open" },
  "GET /api/billing/usage": { needs: "person" },
  "GET /api/billing/subscription": { needs: "person" },
  "GET /api/billing/invoices": { needs: "owner", ofCurrentTeam: true },
  "POST /api/billing/create-subscription": {
    needs: "owner",
    ofCurrentTeam: true,
    request: () => ({ body: { tier: "pro" } }),
  },
  "POST /api/billing/change-plan": {
    needs: "owner",
    ofCurrentTeam: true,
    request: () => ({ body: { tier: "pro" } }),
  },
  "POST /api/billing/cancel-subscription": { needs: "owner", ofCurrentTeam: true },
  "POST /api/billing/resume-subscription": { needs: "owner", ofCurrentTeam: true },
  "POST /api/billing/refresh-subscription": { needs: "owner", ofCurrentTeam: true },
  "POST /api/billing/choose-free": { needs: "owner", ofCurrentTeam: true },
  "POST /api/billing/sandbox/continue": { needs: "owner", ofCurrentTeam: true },
  "POST /api/billing/sandbox/payment": {
    needs: "owner",
    async request({ owner }) {
      const prepared = await owner.post<{ clientSecret?: string }>("/api/billing/create-subscription", {
        tier: "pro",
      });
      return { body: { clientSecret: prepared.body.clientSecret ?? "paid already", outcome: "success" } };
    },
  },
  "GET /api/auth/settings": { needs: "open" },
  "POST /api/auth/local/token": {
    needs: "open",
    request: () => ({ body: { email: "x@example.com", name: "X", key: localKey } }),
  },
  "POST /api/auth/verify": {
    needs: "open",
    request: async () => ({ body: { idToken: await freshToken() } }),
  },
  "POST /api/logout": { needs: "open" },
  "POST /api/demo": { needs: "open" },
  "GET /api/invitations/{token}": {
    needs: "open",
    request: async (cast) => ({ path: `/api/invitations/${(await invite(cast)).token}` }),
  },
  "POST /api/invitations/{token}/accept": {
    needs: "person",
    // An invitation to another team, which nobody in the cast has joined yet.
    request: async () => ({ path: `/api/invitations/${(await invite(await freshCast())).token}/accept` }),
  },
  "GET /api/auth/user": { needs: "person" },
  "PATCH /api/auth/user": {
    needs: "person",
    request: async () => ({ body: { timeZone: "Europe/Berlin" } }),
  },
  "GET /api/teams/{teamId}/audit-log": { needs: "owner" },
  "GET /api/teams/{teamId}/speech": { needs: "member" },
  "POST /api/teams/{teamId}/speech/engine": { needs: "admin" },
  "DELETE /api/teams/{teamId}/speech/engine": { needs: "admin" },
  "POST /api/auth/confirm": {
    needs: "person",
    request: async (_cast, caller) => ({ body: { idToken: await freshToken(caller?.user.email) } }),
  },
  "GET /api/sessions": { needs: "person" },
  "DELETE /api/sessions": { needs: "person" },
  "DELETE /api/sessions/{id}": {
    needs: "person",
    request: async (_cast, caller) => ({
      path: `/api/sessions/${caller ? (await caller.get<{ id: string }[]>("/api/sessions")).body[0]?.id : "x"}`,
    }),
  },
  "GET /api/teams": { needs: "person" },
  "POST /api/teams": { needs: "person", request: () => ({ body: { name: "Another team" } }) },
  "PATCH /api/teams/{teamId}": { needs: "admin", request: () => ({ body: { name: "New name" } }) },
  "POST /api/teams/{teamId}/switch": { needs: "member" },
  "POST /api/teams/{teamId}/owner": {
    needs: "owner",
    request: ({ member }) => ({ body: { userId: member.user.id } }),
  },
  "GET /api/teams/{teamId}/members": { needs: "member" },
  "PATCH /api/teams/{teamId}/members/{userId}": {
    needs: "owner",
    request: async (cast) => ({
      path: `/api/teams/${cast.teamId}/members/${(await join(cast, "member")).user.id}`,
      body: { role: "admin" },
    }),
  },
  "DELETE /api/teams/{teamId}/members/{userId}": {
    needs: "admin",
    request: async (cast) => ({
      path: `/api/teams/${cast.teamId}/members/${(await join(cast, "member")).user.id}`,
    }),
  },
  "DELETE /api/teams/{teamId}/members/{userId}/sessions": {
    needs: "admin",
    request: async (cast) => ({
      path: `/api/teams/${cast.teamId}/members/${(await join(cast, "member")).user.id}/sessions`,
    }),
  },
  "GET /api/teams/{teamId}/invitations": { needs: "admin" },
  "POST /api/teams/{teamId}/invitations": { needs: "admin", request: () => ({ body: { role: "member" } }) },
  "DELETE /api/teams/{teamId}/invitations/{id}": {
    needs: "admin",
    request: async (cast) => ({ path: `/api/teams/${cast.teamId}/invitations/${(await invite(cast)).id}` }),
  },
  "GET /api/teams/{teamId}/areas": { needs: "member" },
  "POST /api/teams/{teamId}/areas": { needs: "member", request: () => ({ body: newArea }) },
  "POST /api/teams/{teamId}/areas/preview": {
    needs: "member",
    request: () => ({ body: { rules: newArea.rules } }),
  },
  "GET /api/teams/{teamId}/areas/choices": { needs: "member" },
  "GET /api/teams/{teamId}/areas/{areaId}": { needs: "member", request: onArea() },
  "PATCH /api/teams/{teamId}/areas/{areaId}": {
    needs: "member",
    request: onArea("", { name: "Another name" }),
  },
  "DELETE /api/teams/{teamId}/areas/{areaId}": { needs: "member", request: onArea() },
  "GET /api/teams/{teamId}/areas/{areaId}/items": { needs: "member", request: onArea("/items?type=message") },
  "POST /api/teams/{teamId}/areas/{areaId}/items": {
    needs: "member",
    request: async (cast) => ({
      ...(await onArea("/items")(cast)),
      body: { type: "task", id: (await cast.owner.buildTask()).id },
    }),
  },
  "DELETE /api/teams/{teamId}/areas/{areaId}/items/{sourceId}": {
    needs: "member",
    async request(cast) {
      const { path } = await onArea("/items")(cast);
      const { id } = await cast.owner.buildTask();
      await cast.owner.post(path, { type: "task", id });
      return { path: `${path}/${id}` };
    },
  },
  "GET /api/teams/{teamId}/areas/{areaId}/facts": { needs: "member", request: onArea("/facts") },
  "POST /api/teams/{teamId}/areas/{areaId}/facts": {
    needs: "member",
    request: onArea("/facts", { text: "A fact" }),
  },
  "GET /api/teams/{teamId}/areas/{areaId}/facts/{factId}": { needs: "member", request: onFact() },
  "PATCH /api/teams/{teamId}/areas/{areaId}/facts/{factId}": {
    needs: "member",
    request: onFact({ text: "Another fact" }),
  },
  "DELETE /api/teams/{teamId}/areas/{areaId}/facts/{factId}": { needs: "member", request: onFact() },
  "GET /api/teams/{teamId}/areas/{areaId}/digest": { needs: "member", request: onArea("/digest") },
  "GET /api/teams/{teamId}/areas/{areaId}/deals": { needs: "member", request: onArea("/deals") },
  "GET /api/teams/{teamId}/tasks": { needs: "member" },
  "GET /api/teams/{teamId}/tasks/counts": { needs: "member" },
  "POST /api/teams/{teamId}/tasks": { needs: "member", request: () => ({ body: { title: "A task" } }) },
  "GET /api/teams/{teamId}/tasks/now": { needs: "member" },
  "POST /api/teams/{teamId}/tasks/replan": {
    needs: "member",
    request: () => ({ body: { dueDate: "2099-01-01T09:00:00Z" } }),
  },
  "GET /api/teams/{teamId}/notifications": { needs: "member" },
  "POST /api/teams/{teamId}/notifications/read": { needs: "member", request: () => ({ body: {} }) },
  "GET /api/notifications/choice": { needs: "person" },
  "PATCH /api/notifications/choice": {
    needs: "person",
    request: () => ({ body: { off: [], quiet: null } }),
  },
  "GET /api/notifications/digest": { needs: "person" },
  "PATCH /api/notifications/digest": {
    needs: "person",
    request: () => ({ body: { on: true, hour: 8 } }),
  },
  "GET /api/notifications/push": { needs: "person" },
  // Everybody here owns a team.
  "POST /api/notifications/push/keys": { needs: "person" },
  "GET /api/notifications/push/browsers": { needs: "person" },
  "POST /api/notifications/push/browsers": {
    needs: "person",
    request: () => ({ body: push.subscribe().subscription }),
  },
  "PATCH /api/notifications/push/browsers/{id}": {
    needs: "person",
    request: async (_cast, caller) => ({ path: await pushBrowser(caller), body: { details: true } }),
  },
  "DELETE /api/notifications/push/browsers/{id}": {
    needs: "person",
    request: async (_cast, caller) => ({ path: await pushBrowser(caller) }),
  },
  "GET /api/teams/{teamId}/focus": { needs: "member" },
  "POST /api/teams/{teamId}/focus": {
    needs: "member",
    request: async ({ owner }) => ({ body: { taskId: (await owner.buildTask()).id, mode: "flow" } }),
  },
  "PATCH /api/teams/{teamId}/focus": { needs: "member", request: () => ({ body: { to: "paused" } }) },
  "POST /api/tasks/{id}/breakdown": { needs: "member", request: onTask("/breakdown", { steps: 3 }) },
  "POST /api/teams/{teamId}/tasks/many": {
    needs: "member",
    request: () => ({ body: { tasks: [{ title: "A task" }, { title: "Another" }] } }),
  },
  "POST /api/teams/{teamId}/tasks/change": {
    needs: "member",
    request: async ({ owner }) => ({
      body: { target: { ids: [(await owner.buildTask()).id] }, change: { status: "resolved" } },
    }),
  },
  "POST /api/teams/{teamId}/tasks/delete": {
    needs: "member",
    request: async ({ owner }) => ({ body: { target: { ids: [(await owner.buildTask()).id] } } }),
  },
  "GET /api/tasks/{id}": { needs: "member", request: onTask() },
  "PATCH /api/tasks/{id}": { needs: "member", request: onTask("", { title: "Changed" }) },
  "DELETE /api/tasks/{id}": { needs: "member", request: onTask() },
  "GET /api/teams/{teamId}/calendar-feed": { needs: "member" },
  "POST /api/teams/{teamId}/calendar-feed": { needs: "member" },
  "DELETE /api/teams/{teamId}/calendar-feed": { needs: "member" },
  "POST /api/tasks/{id}/skip": {
    needs: "member",
    request: async ({ owner }) => {
      const rule = "FREQ=DAILY;BYHOUR=9;BYMINUTE=0";
      const task = await owner.buildTask({
        dueDate: "2027-01-01T09:00:00Z",
        recurrence: { rule, timeZone: "UTC" },
      });
      return { path: `/api/tasks/${task.id}/skip` };
    },
  },
  "GET /api/tasks/{id}/comments": { needs: "member", request: onTask("/comments") },
  "POST /api/tasks/{id}/comments": { needs: "member", request: onTask("/comments", { body: "Done?" }) },
  "GET /api/tasks/{id}/comments/{commentId}": { needs: "member", request: onComment() },
  "PATCH /api/tasks/{id}/comments/{commentId}": { needs: "member", request: onComment({ body: "Done." }) },
  "DELETE /api/tasks/{id}/comments/{commentId}": { needs: "member", request: onComment() },
  "GET /api/tasks/{id}/context": { needs: "member", request: onTask("/context") },
  "GET /api/teams/{teamId}/messages": { needs: "member" },
  "GET /api/teams/{teamId}/messages/counts": { needs: "member" },
  "GET /api/teams/{teamId}/messages/groups": {
    needs: "member",
    request: ({ teamId }) => ({ path: `/api/teams/${teamId}/messages/groups?by=sender` }),
  },
  "GET /api/messages/{messageId}": { needs: "member", request: onMessage() },
  "PATCH /api/messages/{messageId}": { needs: "member", request: onMessage("", { status: "resolved" }) },
  "POST /api/messages/{messageId}/snooze": {
    needs: "member",
    request: onMessage("/snooze", { until: "2099-01-01T09:00:00Z" }),
  },
  "GET /api/messages/{messageId}/context": { needs: "member", request: onMessage("/context") },
  "GET /api/messages/{messageId}/why": { needs: "member", request: onMessage("/why") },
  "POST /api/messages/{messageId}/correction": {
    needs: "member",
    request: onMessage("/correction", { hasTask: false }),
  },
  "GET /api/teams/{teamId}/corrections": { needs: "member" },
  "GET /api/teams/{teamId}/corrections/proposal": { needs: "member" },
  "POST /api/teams/{teamId}/corrections/proposal": {
    needs: "member",
    // Users apply their own corrections, so create one.
    async request(cast, caller) {
      return { body: { correctionIds: [await recordCorrection(cast, caller)], apply: false } };
    },
  },
  "DELETE /api/corrections/{correctionId}": {
    needs: "member",
    request: async (cast) => ({ path: `/api/corrections/${await recordCorrection(cast, cast.owner)}` }),
  },
  "POST /api/messages/{messageId}/create-task": {
    needs: "member",
    request: async (cast) => ({
      ...(await onMessage("/create-task")(cast)),
      body: { teamId: cast.teamId },
    }),
  },
  "GET /api/teams/{teamId}/imports": { needs: "member" },
  "POST /api/teams/{teamId}/imports": { needs: "member", request: () => ({ body: archive() }) },
  "GET /api/teams/{teamId}/imports/{id}": { needs: "member", request: onImport() },
  "POST /api/teams/{teamId}/imports/{id}/start": { needs: "member", request: onImport("/start") },
  "DELETE /api/teams/{teamId}/imports/{id}": { needs: "member", request: onImport() },
  "GET /api/teams/{teamId}/imports/{id}/age": { needs: "member", request: onImport("/age") },
  "POST /api/teams/{teamId}/imports/{id}/age": {
    needs: "member",
    request: async (cast, caller) => {
      const { path } = await onImport("/age")(cast, caller);
      await app.running.services.pool.query("update imports set status = 'completed' where id = $1", [
        path.split("/").at(-2),
      ]);
      return { path, body: { recentOnly: true } };
    },
  },
  "GET /api/teams/{teamId}/imports/{id}/problems": { needs: "member", request: onImport("/problems") },
  "GET /api/teams/{teamId}/meetings": { needs: "member" },
  "POST /api/teams/{teamId}/meetings": { needs: "member", request: () => ({ body: { title: "Weekly" } }) },
  "POST /api/teams/{teamId}/meetings/upload": {
    needs: "member",
    request: () => {
      const body = new FormData();
      body.append("file", new Blob(["Ana: hello"]), "a.txt");
      return { body };
    },
  },
  "POST /api/meetings/{id}/audio": {
    needs: "member",
    request: onRecording("/audio", () => ({
      ...{ part: randomUUID(), format: "webm", from: 0 },
      pieces: [{ data: "AAAA", level: 0, until: 1 }],
    })),
  },
  "POST /api/meetings/{id}/finish": { needs: "member", request: onRecording("/finish") },
  "POST /api/meetings/{id}/transcribe": { needs: "member", request: onRecording("/transcribe", () => ({})) },
  "POST /api/meetings/{id}/captions": {
    needs: "member",
    request: onRecording("/captions", () => ({ samples: "AAAA" })),
  },
  "POST /api/meetings/{id}/cancel": { needs: "member", request: onMeeting("/cancel") },
  "GET /api/meetings/{id}/speakers": { needs: "member", request: onMeeting("/speakers") },
  "POST /api/meetings/{id}/speakers": {
    needs: "member",
    request: onMeeting("/speakers", { from: "Ana", to: "Anna" }),
  },
  "GET /api/meetings/{id}/notes": { needs: "member", request: onMeeting("/notes") },
  "POST /api/meetings/{id}/notes": {
    needs: "member",
    request: onMeeting("/notes", { text: "A note", second: null }),
  },
  "DELETE /api/meetings/{id}/notes/{noteId}": {
    needs: "member",
    // People delete their own notes, so create one.
    request: async (cast, caller) => {
      const { path } = await onMeeting("/notes")(cast);
      const author = caller && caller !== cast.outsider ? caller : cast.owner;
      const { body } = await author.post<{ id: string }>(path, { text: "A note", second: 1 });
      return { path: `${path}/${body.id}` };
    },
  },
  "GET /api/meetings/{id}/parts": { needs: "member", request: onMeeting("/parts") },
  "DELETE /api/meetings/{id}/audio": { needs: "member", request: onMeeting("/audio") },
  "POST /api/teams/{teamId}/meetings/transcript": {
    needs: "member",
    request: () => ({ body: transcript("Ana: hello") }),
  },
  "GET /api/meetings/{id}": { needs: "member", request: onMeeting() },
  "PATCH /api/meetings/{id}": { needs: "member", request: onMeeting("", { title: "Weekly" }) },
  "DELETE /api/meetings/{id}": { needs: "member", request: onMeeting() },
  "GET /api/meetings/{id}/segments": { needs: "member", request: onMeeting("/segments") },
  "POST /api/meetings/{id}/transcript": {
    needs: "member",
    request: async (cast, caller) => {
      const made = await onMeeting("/transcript", transcript("Bo: hello"))(cast, caller);
      await query(app, "update meetings set status = 'recorded' where id = $1", [
        made.path.split("/")[3] as string,
      ]);
      return made;
    },
  },
  "GET /api/meetings/{id}/items/{itemId}": {
    needs: "member",
    request: async (cast, caller) => {
      const { path } = await onMeeting()(cast, caller);
      const { body } = await cast.owner.get<{ extractedTasks: { id: string }[] }>(path);
      return { path: `${path}/items/${body.extractedTasks[0]?.id}` };
    },
  },
  "PATCH /api/meetings/{id}/items/{itemId}": {
    needs: "member",
    request: async (cast, caller) => {
      const { path } = await onMeeting()(cast, caller);
      const { body } = await cast.owner.get<{ extractedTasks: { id: string }[] }>(path);
      return { path: `${path}/items/${body.extractedTasks[0]?.id}`, body: { dropped: true } };
    },
  },
  "POST /api/meetings/{id}/create-tasks": {
    needs: "member",
    request: async (cast, caller) => ({
      ...(await onMeeting("/create-tasks")(cast, caller)),
      body: { teamId: cast.teamId },
    }),
  },
  "GET /api/teams/{teamId}/start": { needs: "member" },
  "POST /api/teams/{teamId}/messages/resolve": {
    needs: "member",
    request: () => ({ body: { ids: [randomUUID()] } }),
  },
  "POST /api/teams/{teamId}/messages/snooze": {
    needs: "member",
    request: () => ({ body: { ids: [randomUUID()], until: "2099-01-01T09:00:00Z" } }),
  },
  "POST /api/teams/{teamId}/messages/dismiss": {
    needs: "member",
    request: () => ({ body: { ids: [randomUUID()] } }),
  },
  "POST /api/teams/{teamId}/messages/create-tasks": {
    needs: "member",
    request: () => ({ body: { ids: [randomUUID()], urgency: "urgent", importance: "important" } }),
  },
  "GET /api/teams/{teamId}/muted-senders": { needs: "member" },
  "POST /api/teams/{teamId}/muted-senders": {
    needs: "member",
    request: () => ({ body: { sender: "bo@example.org", name: "Bo" } }),
  },
  "POST /api/teams/{teamId}/muted-senders/remove": {
    needs: "member",
    request: () => ({ body: { sender: "bo@example.org" } }),
  },
  "GET /api/teams/{teamId}/saved-filters": { needs: "member" },
  "POST /api/teams/{teamId}/saved-filters": {
    needs: "member",
    request: () => ({ body: { name: "Late", query: "due=overdue" } }),
  },
  "DELETE /api/teams/{teamId}/saved-filters/{id}": {
    needs: "member",
    request: async ({ owner, teamId }) => {
      const path = `/api/teams/${teamId}/saved-filters`;
      const { body } = await owner.post<{ id: string }[]>(path, { name: "Late", query: "due=overdue" });
      return { path: `${path}/${body[0]?.id}` };
    },
  },
  "POST /api/teams/{teamId}/start/dismiss": { needs: "member" },
  "POST /api/teams/{teamId}/sample-data": { needs: "member" },
  "DELETE /api/teams/{teamId}/sample-data": { needs: "member" },
  "GET /api/teams/{teamId}/outside-calls": { needs: "member" },
  "GET /api/teams/{teamId}/tool-calls": { needs: "member" },
  "GET /api/teams/{teamId}/outside-calls/summary": { needs: "member" },
  "GET /api/teams/{teamId}/privacy": { needs: "member" },
  "PATCH /api/teams/{teamId}/privacy": { needs: "admin", request: () => ({ body: { redactNames: true } }) },
  "GET /api/teams/{teamId}/webhooks": { needs: "admin" },
  "POST /api/teams/{teamId}/webhooks": { needs: "admin", request: () => ({ body: webhook }) },
  "PATCH /api/teams/{teamId}/webhooks/{id}": { needs: "admin", request: onWebhook("", { enabled: false }) },
  "DELETE /api/teams/{teamId}/webhooks/{id}": { needs: "admin", request: onWebhook() },
  "POST /api/teams/{teamId}/webhooks/{id}/test": { needs: "admin", request: onWebhook("/test") },
  "GET /api/teams/{teamId}/webhooks/{id}/deliveries": { needs: "admin", request: onWebhook("/deliveries") },
  "POST /api/teams/{teamId}/webhooks/{id}/deliveries/{deliveryId}/replay": {
    needs: "admin",
    async request(cast) {
      const { path } = await onWebhook()(cast);
      const { body } = await cast.owner.post<{ id: string }>(`${path}/test`);
      return { path: `${path}/deliveries/${body.id}/replay` };
    },
  },
  "GET /api/teams/{teamId}/access-tokens": { needs: "member" },
  "POST /api/teams/{teamId}/access-tokens": {
    needs: "member",
    request: () => ({ body: { name: "Script", areas: ["tasks"] } }),
  },
  "DELETE /api/teams/{teamId}/access-tokens/{id}": {
    needs: "member",
    // Everybody revokes their own.
    async request({ teamId }, caller) {
      const path = `/api/teams/${teamId}/access-tokens`;
      const made = await caller?.post<{ id: string }>(path, { name: "Script", areas: ["tasks"] });
      return { path: `${path}/${made?.body.id ?? randomUUID()}` };
    },
  },
  "GET /api/teams/{teamId}/analytics": { needs: "member" },
  "GET /api/teams/{teamId}/analytics/summary": { needs: "member" },
  "GET /api/teams/{teamId}/analytics/rows": {
    needs: "member",
    request: ({ teamId }) => ({ path: `/api/teams/${teamId}/analytics/rows?figure=time_saved` }),
  },
  "GET /api/teams/{teamId}/analytics/choice": { needs: "member" },
  "PATCH /api/teams/{teamId}/analytics/choice": {
    needs: "member",
    request: () => ({ body: { shareFigures: true } }),
  },
  "GET /api/teams/{teamId}/search": {
    needs: "member",
    request: ({ teamId }) => ({ path: `/api/teams/${teamId}/search?q=lease` }),
  },
  "GET /api/teams/{teamId}/chat/history": { needs: "member" },
  "POST /api/teams/{teamId}/chat": {
    needs: "member",
    request: () => ({ body: { message: "What is due?" } }),
  },
  "POST /api/teams/{teamId}/chat/{messageId}/confirm": {
    needs: "member",
    request: async ({ teamId, owner }, caller) => {
      // A chat belongs to one person, so everybody in the team confirms their own answer.
      const chat = `/api/teams/${teamId}/chat`;
      const question = { message: "Create a task to call Bo" };
      const own = await caller?.post<{ id?: string }>(chat, question);
      const answer = own?.status === 200 ? own : await owner.post<{ id?: string }>(chat, question);
      return { path: `${chat}/${answer.body.id}/confirm`, body: { proposal: 0 } };
    },
  },
  "DELETE /api/teams/{teamId}/chat/history": { needs: "member" },
  "GET /api/teams/{teamId}/memory/facts": { needs: "member" },
  "DELETE /api/teams/{teamId}/memory/facts/{factId}": {
    needs: "member",
    async request(cast) {
      const { path } = await onFact()(cast);
      return { path: `/api/teams/${cast.teamId}/memory/facts/${path.split("/").at(-1)}` };
    },
  },
  "GET /api/teams/{teamId}/memory/deleted-areas": { needs: "member" },
  "DELETE /api/teams/{teamId}/memory/areas/{areaId}": {
    needs: "member",
    async request(cast) {
      const { path } = await onArea()(cast);
      return { path: `/api/teams/${cast.teamId}/memory/areas/${path.split("/").at(-1)}` };
    },
  },
  "GET /api/teams/{teamId}/memory/conversations": { needs: "member" },
  "DELETE /api/teams/{teamId}/memory/conversations": { needs: "member" },
  "DELETE /api/teams/{teamId}/memory/conversations/{conversationId}": {
    needs: "member",
    async request({ teamId }, caller) {
      // Everybody deletes their own.
      const sent = await caller?.post(`/api/teams/${teamId}/chat`, { message: "What is due?" });
      const path = `/api/teams/${teamId}/memory/conversations`;
      const own =
        sent?.status === 200 ? await caller?.get<{ conversations: { id: string }[] }>(path) : undefined;
      return { path: `${path}/${own?.body.conversations[0]?.id ?? randomUUID()}` };
    },
  },
  "GET /api/integrations/providers": { needs: "person" },
  "GET /api/integrations/health": { needs: "person" },
  "POST /api/integrations/{provider}/connect": {
    needs: "admin",
    request: ({ teamId }) => ({
      path: "/api/integrations/telegram/connect",
      body: { teamId, botToken: telegram.addBot().token },
    }),
  },
  "DELETE /api/integrations/{accountId}": { needs: "admin", request: onAccount() },
  "PATCH /api/integrations/{accountId}": { needs: "admin", request: onAccount("", { syncInterval: 600 }) },
  "GET /api/integrations/{accountId}/conversations": { needs: "admin", request: onAccount("/conversations") },
  "GET /api/integrations/{accountId}/quarantine": { needs: "admin", request: onAccount("/quarantine") },
  "POST /api/integrations/{accountId}/quarantine/retry": {
    needs: "admin",
    request: onAccount("/quarantine/retry", {}),
  },
  "POST /api/integrations/{accountId}/quarantine/dismiss": {
    needs: "admin",
    request: onAccount("/quarantine/dismiss", {}),
  },
  "POST /api/integrations/{accountId}/sync": { needs: "member", request: onAccount("/sync") },
  "GET /api/integrations/{accountId}/test": { needs: "member", request: onAccount("/test") },
  "POST /api/integrations/{accountId}/proof": { needs: "member", request: onAccount("/proof") },
  "GET /api/integrations/{accountId}/proof": { needs: "member", request: onAccount("/proof") },
  "GET /api/integrations/choices/{choiceId}": {
    needs: "member",
    request: async (cast, caller) => ({ path: `/api/integrations/choices/${await choose(cast, caller)}` }),
  },
  "POST /api/integrations/choices/{choiceId}": {
    needs: "admin",
    request: async (cast, caller) => ({
      path: `/api/integrations/choices/${await choose(cast, caller)}`,
      body: { externalIds: ["1"] },
    }),
  },
  "DELETE /api/teams/{teamId}": {
    needs: "owner",
    request: async ({ owner }) => ({
      body: { name: (await owner.get<{ name: string }[]>("/api/teams")).body[0]?.name },
    }),
  },
  "GET /api/deleted-teams": { needs: "person" },
  "POST /api/deleted-teams/{teamId}/restore": {
    needs: "person",
    async request(_cast, caller) {
      const name = "To be deleted";
      const made = await caller?.post<{ id: string }>("/api/teams", { name });
      await caller?.send("DELETE", `/api/teams/${made?.body.id}`, { name });
      return { path: `/api/deleted-teams/${made?.body.id}/restore` };
    },
  },
  "DELETE /api/auth/user": {
    needs: "person",
    request: (_cast, caller) => ({ body: { email: caller?.user.email ?? "" } }),
  },
  "POST /api/auth/user/restore": { needs: "person" },
  "POST /api/auth/user/export": { needs: "person" },
  "GET /api/auth/user/consents": { needs: "person" },
  "GET /api/teams/{teamId}/exports": { needs: "owner" },
  "POST /api/teams/{teamId}/exports": { needs: "owner" },
  "GET /api/teams/{teamId}/crm": { needs: "member" },
  "GET /api/teams/{teamId}/crm/kept": { needs: "member" },
  "POST /api/teams/{teamId}/crm": { needs: "admin", request: () => ({ body: newCrm() }) },
  "GET /api/teams/{teamId}/crm/deals": { needs: "member" },
  "GET /api/teams/{teamId}/crm/tasks/{taskId}": { needs: "member", request: onTaskDeal() },
  "POST /api/teams/{teamId}/crm/tasks/{taskId}": { needs: "member", request: onTaskDeal({ deal: null }) },
  "POST /api/teams/{teamId}/crm/{id}/sync": { needs: "member", request: onCrm("/sync") },
  "PATCH /api/teams/{teamId}/crm/{id}": { needs: "admin", request: onCrm("", { syncInterval: 600 }) },
  "DELETE /api/teams/{teamId}/crm/{id}": { needs: "admin", request: onCrm() },
  "GET /api/teams/{teamId}/journal": { needs: "member" },
  "POST /api/teams/{teamId}/journal/undo": {
    needs: "member",
    // Users undo their own last action, so create one.
    async request(cast, caller) {
      await caller?.post(`/api/teams/${cast.teamId}/tasks`, { title: "To be taken back" });
      return { body: {} };
    },
  },
};

const roles: Role[] = ["stranger", "outsider", "member", "admin", "owner"];

/** Calls about rows of a team, which leave its people, their sessions, its connections and its plan as they are. */
const onlyRows =
  /^\/api\/(?:teams\/\{teamId\}\/)?(?:analytics|areas|calendar-feed|chat|corrections|focus|meetings|memory|messages|muted-senders|notifications|tasks)\b/;
/** How many of these calls share a cast: signing in four people takes longer than the call. The plan has limits. */
const callsPerCast = 8;

describe("API-3 who may make which call", () => {
  test("the table lists exactly the calls of the OpenAPI document", async () => {
    const { paths } = (await (await fetch(`${app.url}/api/docs/json`)).json()) as {
      paths: Record<string, Record<string, unknown>>;
    };
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(documented.sort()).toEqual(Object.keys(calls).sort());
  });

  /** Reading changes nothing, so one cast is enough for all of it. */
  let readers: Cast;
  beforeAll(async () => {
    readers = await freshCast();
  });

  let shared: Cast;
  let calling = 0;
  async function castFor(method: string, path: string): Promise<Cast> {
    if (method === "GET") return readers;
    if (!onlyRows.test(path)) return freshCast();
    if (calling++ % callsPerCast === 0) shared = await freshCast();
    return shared;
  }

  test.each(Object.entries(calls))("%s", async (name, { needs, ofCurrentTeam, request }) => {
    const [method, path] = name.split(" ") as [string, string];
    const cast = await castFor(method, path);
    for (const role of roles) {
      const caller = role === "stranger" ? undefined : cast[role];
      const made = {
        path: path.replace("{teamId}", cast.teamId),
        body: undefined,
        ...(await request?.(cast, caller)),
      };
      const { status, body } = await (caller?.send<Failure>(method, made.path, made.body) ??
        sendWithout(method, made.path, made.body));
      expect({ role, ...outcome(status, body) }).toEqual({
        role,
        ...expectedFor(role, ofCurrentTeam && role === "outsider" ? "person" : needs),
      });
    }
  });
});

describe("API-3 a person who names another team's row under their own team finds nothing, in any role there", () => {
  const withRows = Object.entries(calls).filter(([name, { needs, request }]) => {
    const [, rest] = name.split("/api/teams/{teamId}");
    return needs !== "open" && needs !== "person" && request && rest?.includes("{");
  });

  test.each(withRows)("%s", async (name, { request }) => {
    const cast = await castOfTwo();
    const { outsider } = cast;
    const [method] = name.split(" ") as [string];
    const made = await request?.(cast, cast.owner);
    const path = made?.path as string;
    expect(path).toContain(cast.teamId);
    const answer = await outsider.send<Failure>(
      method,
      path.replace(cast.teamId, outsider.teamId),
      made?.body,
    );
    // Deleting a filter that is gone is no fault.
    if (name !== "DELETE /api/teams/{teamId}/saved-filters/{id}")
      expect(answer.status, answer.body.message).toBe(404);
    else expect((await cast.owner.get(path.replace(/\/[^/]*$/, ""))).body).toHaveLength(1);
    // It is still there for its own team.
    expect((await cast.owner.send<Failure>(method, path, made?.body)).status).toBeLessThan(400);
  });
});

/** What a token may call besides reading, though no entry in the journal comes of it; each with the reason. */
const unjournaled: Record<string, string> = {
  "POST /api/teams/{teamId}/areas/preview": "It only shows what a rule would find.",
  "POST /api/tasks/{id}/breakdown": "It drafts steps, and saves none of them.",
  "POST /api/meetings/{id}/captions": "It stores nothing.",
  "POST /api/meetings/{id}/audio":
    "It adds to a recording of the same person, whose beginning is in the journal.",
  "POST /api/meetings/{id}/finish": "It ends such a recording; nothing of it is lost.",
  "POST /api/meetings/{id}/transcribe": "It reads stored sound, and keeps all of a finished transcript.",
  "POST /api/meetings/{id}/cancel": "It keeps what is transcribed, and the transcription can go on.",
  "POST /api/teams/{teamId}/journal/undo": "It is the undo itself; the entry it adds has no changes.",
};

/** Requests that change something, where those of the table above don't. */
const changing: Record<string, Access["request"]> = {
  "POST /api/teams/{teamId}/messages/resolve": async ({ owner }) => ({
    body: { ids: [(await owner.buildMessages([{}]))[0]?.id] },
  }),
  "POST /api/teams/{teamId}/messages/snooze": async ({ owner }) => ({
    body: { ids: [(await owner.buildMessages([{}]))[0]?.id], until: "2099-01-01T09:00:00Z" },
  }),
  "POST /api/teams/{teamId}/messages/dismiss": async ({ owner }) => ({
    body: { ids: [(await owner.buildMessages([{}]))[0]?.id] },
  }),
  "POST /api/teams/{teamId}/messages/create-tasks": async ({ owner }) => ({
    body: {
      ids: [(await owner.buildMessages([{}]))[0]?.id],
      ...{ urgency: "urgent", importance: "important" },
    },
  }),
  "POST /api/teams/{teamId}/tasks/replan": async ({ owner }) => {
    await owner.buildTask({ dueDate: "2020-01-01T09:00:00Z" });
    return { body: { dueDate: "2099-01-01T09:00:00Z" } };
  },
};

/** A team of one, and a user outside it. */
async function castOfTwo(): Promise<Cast> {
  const [owner, outsider] = await Promise.all([app.signIn(), app.signIn()]);
  return { teamId: owner.teamId, owner, admin: owner, member: owner, outsider };
}

/** A team of one, who calls with a token. */
async function castOfOne(): Promise<Cast & { token: string }> {
  const owner = await app.signIn();
  const { body } = await owner.post<{ token: string }>(`/api/teams/${owner.teamId}/access-tokens`, {
    name: "Script",
    areas: ["tasks", "messages", "meetings", "context", "analytics"],
    readOnly: false,
  });
  const all = { owner, admin: owner, member: owner, outsider: owner };
  return { teamId: owner.teamId, token: body.token, ...all };
}

describe("BEY-18 what a token changes is in the journal and can be undone", () => {
  const writing = Object.keys(calls).filter((name) => {
    const [method, path] = name.replace(/\{(\w+)\}/g, ":$1").split(" ") as [string, string];
    return areasOf(method, path) && !onlyReads(method, path);
  });

  test("every exception is a call that a token may make", () => {
    expect(writing.length).toBeGreaterThan(30);
    expect(Object.keys(unjournaled).filter((name) => !writing.includes(name))).toEqual([]);
  });

  test.each(writing.filter((name) => !(name in unjournaled)))("%s", async (name) => {
    const [method, path] = name.split(" ") as [string, string];
    const { token, ...cast } = await castOfOne();
    const { owner, teamId } = cast;
    const request = changing[name] ?? calls[name]?.request;
    const made = {
      path: path.replace("{teamId}", teamId),
      body: undefined,
      ...(await request?.(cast, owner)),
    };
    const newest = async () =>
      (await owner.get<{ id: string }[]>(`/api/teams/${teamId}/journal?limit=1`)).body[0]?.id;
    const before = await newest();
    const answer = await sendWithout(method, made.path, made.body, token);
    expect(answer.status, answer.body.message).toBe(200);
    const entry = await newest();
    expect(entry).not.toBe(before);
    const undone = await sendWithout("POST", `/api/teams/${teamId}/journal/undo`, { id: entry }, token);
    // A recording that runs is taken back once it has ended.
    if (name === "POST /api/teams/{teamId}/meetings")
      expect(undone.body.message).toBe("The meeting is being recorded. Finish the recording first.");
    else expect(undone.status, undone.body.message).toBe(200);
  });
});

/**
 * The refusals of decisions.md: 401 without a session, 404 for another team's rows, 403 with the required
 * role.
 */
function expectedFor(role: Role, needs: Access["needs"]): ReturnType<typeof outcome> {
  const rank = ["member", "admin", "owner"];
  if (needs === "open") return { refused: undefined };
  if (role === "stranger") return { refused: 401 };
  if (needs === "person") return { refused: undefined };
  if (role === "outsider") return { refused: 404 };
  if (rank.indexOf(role) >= rank.indexOf(needs)) return { refused: undefined };
  return { refused: 403, namesRole: true };
}

interface Failure {
  message?: string;
}

/** A 409 counts as allowed, because the call got past the access check. */
function outcome(status: number, body: Failure | undefined) {
  if (status < 400 || status === 409) return { refused: undefined };
  return {
    refused: status,
    ...(status === 403 && { namesRole: /\b(owner|admin)\b/.test(body?.message ?? "") }),
  };
}

/** Makes a call without a session. */
async function sendWithout(method: string, path: string, body: unknown, token?: string) {
  const form = body instanceof FormData;
  const response = await fetch(app.url + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && !form && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Failure };
}

async function freshCast(): Promise<Cast> {
  const owner = await app.signIn();
  const team = { teamId: owner.teamId, owner };
  const [outsider, admin, member] = await Promise.all([
    app.signIn(),
    join(team, "admin"),
    join(team, "member"),
  ]);
  return { ...team, outsider, admin, member };
}

type OwnedTeam = Pick<Cast, "owner" | "teamId">;

async function invite({ owner, teamId }: OwnedTeam, role = "member"): Promise<{ id: string; token: string }> {
  const { status, body } = await owner.post<{ id: string; token: string }>(
    `/api/teams/${teamId}/invitations`,
    { role },
  );
  expect(status).toBe(200);
  return body;
}

async function join(team: OwnedTeam, role: string): Promise<Person> {
  const person = await app.signIn();
  const { token } = await invite(team, role);
  expect((await person.post(`/api/invitations/${token}/accept`, {})).status).toBe(200);
  return person;
}

async function freshToken(email = `p${Math.random()}@example.com`): Promise<string> {
  const { body } = await sendWithout("POST", "/api/auth/local/token", {
    email,
    name: "P",
    key: localKey,
  });
  return (body as { idToken: string }).idToken;
}

function onTask(rest = "", body?: unknown) {
  return async ({ owner }: Cast) => ({ path: `/api/tasks/${(await owner.buildTask()).id}${rest}`, body });
}

/** The caller's own comment, or the owner's if the caller isn't in the team. */
function onComment(body?: unknown) {
  return async ({ owner }: Cast, caller: Person | undefined) => {
    const path = `/api/tasks/${(await owner.buildTask()).id}/comments`;
    const own = await caller?.post<{ id: string }>(path, { body: "Done?" });
    const comment = own?.status === 200 ? own : await owner.post<{ id: string }>(path, { body: "Done?" });
    return { path: `${path}/${comment.body.id}`, body };
  };
}

function onMessage(rest = "", body?: unknown) {
  return async ({ owner }: Cast) => ({
    path: `/api/messages/${(await owner.buildMessages([{}]))[0]?.id}${rest}`,
    body,
  });
}

/** The caller's own correction, or the owner's if the caller isn't in the team. */
async function recordCorrection({ owner, teamId }: Cast, caller: Person | undefined): Promise<string> {
  const [message] = await owner.buildMessages([{}]);
  const path = `/api/messages/${message?.id}/correction`;
  const own = await caller?.post(path, { hasTask: false });
  if (own?.status !== 200) await owner.post(path, { hasTask: false });
  const { body } = await owner.get<{ corrections: { id: string }[] }>(`/api/teams/${teamId}/corrections`);
  return body.corrections[0]?.id as string;
}

const newArea = { name: "Lease", color: "teal", rules: { keywords: ["lease"] } };

function onArea(rest = "", body?: unknown) {
  return async ({ owner, teamId }: Cast) => {
    const path = `/api/teams/${teamId}/areas`;
    const listed = await owner.get<{ id: string }[]>(path);
    // A team has only so many.
    for (const { id } of listed.body) await owner.delete(`${path}/${id}`);
    const made = await owner.post<{ id: string }>(path, newArea);
    expect(made.status).toBe(200);
    return { path: `${path}/${made.body.id}${rest}`, body };
  };
}

function onFact(body?: unknown) {
  return async (cast: Cast) => {
    const { path } = await onArea("/facts")(cast);
    const fact = await cast.owner.post<{ id: string }>(path, { text: "A fact" });
    return { path: `${path}/${fact.body.id}`, body };
  };
}

function onAccount(rest = "", body?: unknown) {
  return async ({ owner, teamId }: Cast) => {
    // The plan allows only so many accounts at a time.
    const connected = "select account_id from connections where team_id = $1 and status <> 'disconnected'";
    for (const { account_id: earlier } of await query<{ account_id: string }>(app, connected, [teamId]))
      await owner.delete(`/api/integrations/${earlier}`);
    const given = { teamId, botToken: telegram.addBot().token };
    const made = await owner.post<{ id: string }>("/api/integrations/telegram/connect", given);
    expect(made.status).toBe(200);
    return { path: `/api/integrations/${made.body.id}${rest}`, body };
  };
}

const newCrm = () => ({
  provider: "hubspot",
  credentials: { apiKey: hubspot.addToken() },
  syncSettings: { syncContacts: true, syncDeals: true, syncTasks: true },
  status: "connected",
});

function onTaskDeal(body?: unknown) {
  return async ({ owner, teamId }: Cast) => ({
    path: `/api/teams/${teamId}/crm/tasks/${(await owner.buildTask()).id}`,
    body,
  });
}

function onCrm(rest = "", body?: unknown) {
  return async ({ owner, teamId }: Cast) => {
    const made = await owner.post<{ id: string }>(`/api/teams/${teamId}/crm`, newCrm());
    expect(made.status).toBe(200);
    return { path: `/api/teams/${teamId}/crm/${made.body.id}${rest}`, body };
  };
}

/** Accounts found by the caller's consent, or by the owner's if the caller isn't in the team. */
async function choose({ owner, teamId, outsider }: Cast, caller: Person | undefined): Promise<string> {
  const secrets = await openSecrets(undefined, joinPath(app.dataDir, "secret.key"));
  const credentials = { botToken: telegram.addBot().token };
  const found = [{ externalId: "1", name: "A bot", address: null, credentials }];
  const user = caller && caller !== outsider ? caller.user : owner.user;
  const [row] = await query<{ id: string }>(
    app,
    `insert into connect_attempts (team_id, user_id, provider, only_me, found, expires_at)
     values ($1, $2, 'telegram', false, $3, now() + interval '1 minute') returning id`,
    [teamId, user.id, secrets.seal(JSON.stringify(found), `connect_attempts/${teamId}`)],
  );
  return row?.id as string;
}

/** Nobody listens on that port. */
const webhook = { url: "http://127.0.0.1:9/zippy", types: ["task.created"] };

/** The path of a browser of the caller, or of nobody. */
async function pushBrowser(caller: Person | undefined): Promise<string> {
  const path = "/api/notifications/push/browsers";
  const added = await caller?.post<{ id: string }>(path, push.subscribe().subscription);
  return `${path}/${added?.body.id ?? randomUUID()}`;
}

function onWebhook(rest = "", body?: unknown) {
  return async ({ owner, teamId }: Cast) => {
    const path = `/api/teams/${teamId}/webhooks`;
    const made = await owner.post<{ id: string }>(path, webhook);
    expect(made.status).toBe(200);
    return { path: `${path}/${made.body.id}${rest}`, body };
  };
}

function onImport(rest = "") {
  return async ({ owner, outsider, teamId }: Cast, caller?: Person) => {
    // Until its start, an upload belongs to who made it.
    const uploader = caller && caller !== outsider ? caller : owner;
    const { body } = await uploader.send<{ id: string }>("POST", `/api/teams/${teamId}/imports`, archive());
    return { path: `/api/teams/${teamId}/imports/${body.id}${rest}` };
  };
}

function transcript(text: string) {
  return { name: "a.txt", data: Buffer.from(text).toString("base64") };
}

function onMeeting(rest = "", body?: unknown) {
  return async ({ owner, teamId }: Cast, _caller?: Person) => {
    const added = await owner.post<{ id: string }>(
      `/api/teams/${teamId}/meetings/transcript`,
      transcript("Ana: Bo, can you send me the revised quote by Friday?\nBo: I will send it on Thursday."),
    );
    expect(added.status).toBe(200);
    return { path: `/api/meetings/${added.body.id}${rest}`, body };
  };
}

/** A recording with sound. People record their own meetings, so create one. */
function onRecording(rest: string, body: () => unknown = () => undefined) {
  return async ({ owner, outsider, teamId }: Cast, caller?: Person) => {
    const recorder = caller && caller !== outsider ? caller : owner;
    const begun = await recorder.post<{ id: string }>(`/api/teams/${teamId}/meetings`, { title: "Weekly" });
    const sound = { part: randomUUID(), format: "webm", from: 0 };
    await recorder.post(`/api/meetings/${begun.body.id}/audio`, {
      ...sound,
      pieces: [{ data: "AAAA", level: 0, until: 1 }],
    });
    return { path: `/api/meetings/${begun.body.id}${rest}`, body: body() };
  };
}

function archive(): FormData {
  const form = new FormData();
  const mail = `From: bo@example.org\nTo: ana@example.com\nSubject: Hello\nMessage-ID: <${Math.random()}@example.org>\n\nHello.\n`;
  form.append("files", new Blob([mail]), "hello.eml");
  return form;
}
