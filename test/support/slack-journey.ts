import { expect } from "vitest";
import type { Message } from "../../src/features/inbox/contract";
import type { HealthMetric, IntegrationProvider } from "../../src/features/integrations/contract";
import { type SlackStandIn, slackApp, startSlack } from "../stand-ins/slack";
import { consentTo, freePort, healthOf, query, startReachableApp, until } from "./collecting";
import { type FaultProxy, startFaultProxy } from "./fault-proxy";
import type { Person, TestApp } from "./test-app";

export interface SlackJourney {
  app: TestApp;
  slack: SlackStandIn;
  proxy: FaultProxy;
  /** Where events are delivered. */
  webhook: string;
  /** Connects the workspace by consent. @returns the account's id. */
  connect(person: Person): Promise<string>;
  /** The messages with a word, once there are so many; the newest first. */
  found(person: Person, word: string, count?: number): Promise<Message[]>;
  /** Once the first check has ended. */
  synced(person: Person): Promise<HealthMetric>;
  /** Once all events have been worked on. */
  handled(): Promise<unknown>;
  /** Others have the same workspace from now on no more. */
  leaveOnly(accountId: string): Promise<void>;
}

/** The product, and a Slack workspace that all tests of a file share. */
export async function startSlackJourney(): Promise<SlackJourney> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const slack = await startSlack(`${address}/api/integrations/slack/callback`);
  const proxy = await startFaultProxy(slack.url);
  const app = await startReachableApp({
    ...slackApp,
    SLACK_BASE_URL: proxy.url,
    PORT: String(port),
    PUBLIC_URL: address,
  });
  return {
    app,
    slack,
    proxy,
    webhook: `${app.url}/api/integrations/webhooks/slack`,
    async connect(person) {
      const end = await consentTo(app, person, "slack", (authorize) => slack.consent(authorize));
      expect(end).toBe("/integrations?connected=slack");
      const { body } = await person.get<IntegrationProvider[]>("/api/integrations/providers");
      return body.find(({ id }) => id === "slack")?.account?.id as string;
    },
    found: (person, word, count = 1) =>
      until(
        async () => (await person.get<Message[]>(`/api/teams/${person.teamId}/messages?q=${word}`)).body,
        ({ length }) => length >= count,
      ),
    synced: (person) => healthOf(person, ({ lastSyncAt }) => lastSyncAt !== null),
    handled: () =>
      until(
        () => query(app, "select 1 from webhook_events where handled_at is null"),
        ({ length }) => length === 0,
      ),
    async leaveOnly(accountId) {
      await query(app, "update connections set status = 'disconnected' where account_id <> $1", [accountId]);
    },
  };
}

let words = 0;
/** A word of one's own, by which tests that share a workspace find their messages. */
export const ownWord = (): string => `word${++words}x`;

/** A time as Slack writes it. */
export const daysAgo = (days: number, tail = "000100"): string =>
  `${Math.floor(Date.now() / 1000 - days * 86_400)}.${tail}`;
