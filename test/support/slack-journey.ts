import { afterEach, expect } from "vitest";
import type { Message } from "../../src/features/inbox/contract";
import type { HealthMetric, IntegrationProvider } from "../../src/features/integrations/contract";
import { type SlackStandIn, slackApp, startSlack } from "../stand-ins/slack";
import { allHandled, consentTo, freePort, healthOf, query, startReachableApp, until } from "./collecting";
import { type FaultProxy, startFaultProxy } from "./fault-proxy";
import type { Person, TestApp } from "./test-app";

export interface SlackJourney {
  app: TestApp;
  slack: SlackStandIn;
  proxy: FaultProxy;
  /** The URL for events. */
  webhook: string;
  /** Connects the workspace by consent. @returns the account's id. */
  connect(person: Person): Promise<string>;
  /** The messages that contain a word, newest first, once there are this many. */
  found(person: Person, word: string, count?: number): Promise<Message[]>;
  /** Waits until the first check has ended. */
  synced(person: Person): Promise<HealthMetric>;
  /** See {@link allHandled}. */
  handled(): Promise<unknown>;
  /** Disconnects every other account from the workspace. */
  leaveOnly(accountId: string): Promise<void>;
}

/** Starts the product and a Slack workspace that all tests of a file share. Each test has its own channels. */
/** @param settings - for the rest of the app. */
export async function startSlackJourney(settings: Record<string, string> = {}): Promise<SlackJourney> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const slack = await startSlack(`${address}/api/integrations/slack/callback`);
  const proxy = await startFaultProxy(slack.url);
  const app = await startReachableApp({
    ...settings,
    ...slackApp,
    SLACK_BASE_URL: proxy.url,
    PORT: String(port),
    PUBLIC_URL: address,
  });
  // Every check reads every channel.
  afterEach(slack.leaveChannels);
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
    handled: () => allHandled(app),
    async leaveOnly(accountId) {
      await query(app, "update connections set status = 'disconnected' where account_id <> $1", [accountId]);
    },
  };
}

let words = 0;
/** A unique word that identifies a test's messages in the shared workspace. */
export const ownWord = (): string => `word${++words}x`;

/** A timestamp in Slack's format. */
export const daysAgo = (days: number, tail = "000100"): string =>
  `${Math.floor(Date.now() / 1000 - days * 86_400)}.${tail}`;
