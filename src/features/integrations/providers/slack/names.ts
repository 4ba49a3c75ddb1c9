import { z } from "zod";
import { hour } from "../../../../shared/durations";
import { ProviderFailure, type Session } from "../provider";
import type { SlackAccess } from "./oauth";

export interface Member {
  name: string;
  email: string | null;
  bot: boolean;
}

/** Display names by id. Undefined if Slack doesn't reveal it. */
export interface Names {
  member(id: string): Member | undefined;
  /** For example "#general"; null for a conversation without a name. */
  conversation(id: string): string | null | undefined;
}

/** Cache size and lifetime (milliseconds). People and channels are renamed now and then. */
const remembered = 20_000;
const lifetime = hour;
/** Lookups in parallel. */
const atATime = 4;

interface Entry {
  value: unknown;
  until: number;
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
  const known = new Map<string, Entry>();

  function recall<T>(key: string): T | undefined {
    const entry = known.get(key);
    return entry && entry.until > Date.now() ? (entry.value as T) : undefined;
  }

  function remember(key: string, value: unknown): void {
    known.delete(key);
    known.set(key, { value, until: Date.now() + lifetime });
    const [oldest] = known.keys();
    if (known.size > remembered && oldest !== undefined) known.delete(oldest);
  }

  const personKey = ({ accountId }: Session, id: string) => `${accountId} ${id}`;
  const conversationKey = ({ accountId }: Session, id: string) => `${accountId} #${id}`;

  async function fetchPerson(session: Session, id: string): Promise<void> {
    const answer = await access(session, (client) => client.users.info({ user: id })).catch(unknown);
    const user = User.safeParse(answer?.user);
    remember(personKey(session, id), user.success ? toMember(user.data, id) : null);
  }

  async function fetchConversation(session: Session, id: string): Promise<void> {
    const answer = await access(session, (client) => client.conversations.info({ channel: id })).catch(
      unknown,
    );
    const found = Conversation.safeParse(answer?.channel);
    remember(conversationKey(session, id), found.success ? nameOf(found.data) : null);
  }

  return {
    /** Caches the names from a list of conversations. */
    learn(session: Session, conversations: Conversation[]): void {
      for (const conversation of conversations)
        remember(conversationKey(session, conversation.id), nameOf(conversation));
    },

    /** Returns the names for these ids. Only requests unknown ones. @throws ProviderFailure */
    async of(session: Session, people: Iterable<string>, conversations: Iterable<string>): Promise<Names> {
      const requests = [
        ...[...new Set(people)]
          .filter((id) => recall(personKey(session, id)) === undefined)
          .map((id) => () => fetchPerson(session, id)),
        ...[...new Set(conversations)]
          .filter((id) => recall(conversationKey(session, id)) === undefined)
          .map((id) => () => fetchConversation(session, id)),
      ];
      for (let from = 0; from < requests.length; from += atATime)
        await Promise.all(requests.slice(from, from + atATime).map((request) => request()));
      return {
        member: (id) => recall<Member | null>(personKey(session, id)) ?? undefined,
        conversation: (id) => recall<string | null>(conversationKey(session, id)),
      };
    },
  };
}

export type SlackNaming = ReturnType<typeof createNames>;

/** Someone from another workspace, or deleted. The id is shown instead of the name. */
function unknown(error: unknown): undefined {
  if (error instanceof ProviderFailure && error.kind === "refused") return undefined;
  throw error;
}

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
