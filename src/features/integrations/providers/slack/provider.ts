import { z } from "zod";
import { addressSetting } from "../../../../server/address-setting";
import { type LocatedMessage, type ProviderAdapter, providerModule, type Session } from "../provider";
import { createCollecting, type SlackCollecting } from "./collect";
import { threadOf } from "./messages";
import { type Conversation, createNames, type SlackNaming } from "./names";
import { connectWorkspace, createSlackAccess } from "./oauth";
import { createSlackApi } from "./web-api";
import { createSlackWebhook } from "./webhook";

const where = "at api.slack.com/apps, in your app under Basic Information, App Credentials";

/** The conversations of a Slack workspace in which the app's bot is a member. */
export const slack = providerModule({
  settings: {
    SLACK_CLIENT_ID: z.string().optional(),
    SLACK_CLIENT_SECRET: z.string().optional(),
    SLACK_SIGNING_SECRET: z.string().optional(),
    SLACK_BASE_URL: addressSetting("https://slack.com"),
  },
  create(settings): ProviderAdapter {
    const app = {
      baseUrl: settings.SLACK_BASE_URL,
      clientId: settings.SLACK_CLIENT_ID ?? "",
      clientSecret: settings.SLACK_CLIENT_SECRET ?? "",
    };
    const callSlack = createSlackApi(app.baseUrl);
    const access = createSlackAccess(callSlack, app);
    const naming = createNames(access);
    const collecting = createCollecting(access, naming);
    return {
      missing: (
        [
          ["SLACK_CLIENT_ID", "Client ID"],
          ["SLACK_CLIENT_SECRET", "Client Secret"],
          ["SLACK_SIGNING_SECRET", "Signing Secret"],
        ] as const
      ).flatMap(([name, label]) => (settings[name] ? [] : [{ name, where: `"${label}" ${where}.` }])),
      connect: connectWorkspace(callSlack, app),
      fetch: collecting.fetch,
      webhook: createSlackWebhook(settings.SLACK_SIGNING_SECRET, naming),
      messageUrl: ({ address }, message) => address && `https://${address}${permalinkPath(message)}`,
      async test(session) {
        const { team, user } = await access(session, (client) => client.auth.test());
        return `${team ?? session.externalId}, as ${user ?? "Zippy"}`;
      },
      async revoke(session) {
        await access(session, (client) => client.auth.revoke());
      },
      conversations: (session) => choices(session, collecting, naming),
    };
  },
});

/**
 * The path of a permalink, as chat.getPermalink builds it. A reply is opened in its thread, because its conversation
 * doesn't list it. Source: docs.slack.dev/reference/methods/chat.getPermalink
 */
function permalinkPath({ externalId, threadKey }: Pick<LocatedMessage, "externalId" | "threadKey">): string {
  const [conversation, ts = ""] = externalId.split(":");
  const thread = threadOf({ threadKey }) || ts;
  const path = `/archives/${conversation}/p${ts.replace(".", "")}`;
  return thread === ts ? path : `${path}?thread_ts=${thread}&cid=${conversation}`;
}

/** The conversations by name; direct ones by the other person's name. */
async function choices(
  session: Session,
  collecting: SlackCollecting,
  naming: SlackNaming,
): Promise<{ id: string; name: string }[]> {
  const found = await collecting.list(session);
  const people = found.flatMap(({ user }) => user ?? []);
  const names = await naming.of(session, { people, conversations: [] });
  const nameOf = ({ id, user }: Conversation): string =>
    names.conversation(id) ?? (user && names.member(user)?.name) ?? "Direct message";
  return found.map((one) => ({ id: one.id, name: nameOf(one) })).sort((a, b) => a.name.localeCompare(b.name));
}
