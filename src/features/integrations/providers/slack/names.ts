import { z } from "zod";
import { hour } from "../../../../shared/durations";
import { failuresBefore } from "../../sync/quarantine";
import { createNameCache, nameKey, runLookups } from "../name-cache";
import { ProviderFailure, type Session } from "../provider";
import type { SlackAccess } from "./oauth";

export interface Member {
  name: string;
  email: string | null;
  bot: boolean;
}

/** Display names by id. Undefined if it isn't known, or Slack doesn't reveal it. */
export interface Names {
  member(id: string): Member | undefined;
  /** For example "#general"; null for a conversation without a name. */
  conversation(id: string): string | null | undefined;
}

/** Cache size and lifetime (milliseconds). People and channels are renamed now and then. */
const remembered = 20_000;
const lifetime = hour;

/** The ids whose names are wanted. */
export interface Mentions {
  people: Iterable<string>;
  conversations: Iterable<string>;
}

/** Source: docs.slack.dev/reference/objects/user-object */
const User = z.looseObject({
  name: z.string().optional(),
  real_name: z.string().optional(),
  is_bot: z.boolean().optional(),
  profile: z
    .looseObject({
      display_name: z.string().optional(),
      real_name: z.string().optional(),
      email: z.string().optional(),
    })
    .optional(),
});

/** Source: docs.slack.dev/reference/objects/conversation-object */
export const Conversation = z.looseObject({
  id: z.string(),
  name: z.string().optional(),
  is_im: z.boolean().optional(),
  is_mpim: z.boolean().optional(),
  is_archived: z.boolean().optional(),
  /** The other person in a direct conversation. */
  user: z.string().optional(),
});
export type Conversation = z.infer<typeof Conversation>;

/** Looks up names by id and caches them per account, because accounts may see different things. */
export function createNames(access: SlackAccess) {
  const cache = createNameCache<Member | string | null>(remembered);
  const conversationKey = (account: Pick<Session, "accountId">, id: string) => nameKey(account, `#${id}`);

  async function fetchPerson(session: Session, id: string): Promise<void> {
    const answer = await access(session, (client) => client.users.info({ user: id })).catch(
      unknownTo(session),
    );
    const user = User.safeParse(answer?.user);
    cache.set(nameKey(session, id), user.success ? toMember(user.data, id) : null, lifetime);
  }

  async function fetchConversation(session: Session, id: string): Promise<void> {
    const answer = await access(session, (client) => client.conversations.info({ channel: id })).catch(
      unknownTo(session),
    );
    const found = Conversation.safeParse(answer?.channel);
    cache.set(conversationKey(session, id), found.success ? nameOf(found.data) : null, lifetime);
  }

  /** The names that are known so far, without asking Slack. */
  const known = (account: Pick<Session, "accountId">): Names => ({
    member: (id) => (cache.get(nameKey(account, id)) as Member | null | undefined) ?? undefined,
    conversation: (id) => cache.get(conversationKey(account, id)) as string | null | undefined,
  });

  return {
    known,

    /** Caches the names from a list of conversations. */
    learn(session: Session, conversations: Conversation[]): void {
      for (const conversation of conversations)
        cache.set(conversationKey(session, conversation.id), nameOf(conversation), lifetime);
    },

    /** False if some names were never looked up, or too long ago. */
    areCurrent: (account: Pick<Session, "accountId">, { people, conversations }: Mentions): boolean =>
      [...people].every((id) => cache.isCurrent(nameKey(account, id))) &&
      [...conversations].every((id) => cache.isCurrent(conversationKey(account, id))),

    /** Returns the names for these ids. Only requests those that aren't current. @throws ProviderFailure */
    async of(session: Session, { people, conversations }: Mentions): Promise<Names> {
      await runLookups([
        ...[...new Set(people)]
          .filter((id) => !cache.isCurrent(nameKey(session, id)))
          .map((id) => () => fetchPerson(session, id)),
        ...[...new Set(conversations)]
          .filter((id) => !cache.isCurrent(conversationKey(session, id)))
          .map((id) => () => fetchConversation(session, id)),
      ]);
      return known(session);
    },
  };
}

export type SlackNaming = ReturnType<typeof createNames>;

/**
 * Someone from another workspace, or deleted. The id is shown instead of the name. So is the one of somebody whom Slack
 * fails on in check after check, because what they write must not wait for their name.
 */
const unknownTo =
  ({ failures }: Session) =>
  (error: unknown): undefined => {
    const kind = error instanceof ProviderFailure ? error.kind : undefined;
    if (kind === "refused" || (kind === "unavailable" && failures >= failuresBefore)) return undefined;
    throw error;
  };

function toMember({ name, real_name, is_bot, profile }: z.infer<typeof User>, id: string): Member {
  return {
    name: profile?.display_name || profile?.real_name || real_name || name || id,
    email: profile?.email ?? null,
    bot: is_bot ?? false,
  };
}

function nameOf({ name, is_im, is_mpim }: Conversation): string | null {
  if (is_im || !name) return null;
  return is_mpim
    ? name
        .replace(/^mpdm-/, "")
        .replace(/-\d+$/, "")
        .replaceAll("--", ", ")
    : `#${name}`;
}
