import type { z } from "zod";
import { type ArchiveFile, nameOf, type Reading } from "../chat-message";
import { jsonValues } from "../json-values";
import { SlackConversation, SlackUser } from "./slack-shapes";

/** A person in a Slack workspace. */
export interface Member {
  name: string;
  email: string | null;
  bot: boolean;
}

/** A channel or conversation. */
export interface Conversation {
  /** As in external ids: the conversation's id, or its folder if no list names it. */
  id: string;
  /** "#general"; null for a direct conversation. */
  channel: string | null;
  members: readonly string[];
}

/** The people and conversations of an export. */
export interface Directory {
  readonly members: number;
  /** True if a member has the email address of the importing user. */
  readonly ownerKnown: boolean;
  isOwner(id: string): boolean;
  person(id: string): string | undefined;
  member(id: string): Member | undefined;
  channel(id: string): string | undefined;
  conversation(folder: string): Conversation;
}

const between = new Set(["dms.json", "mpims.json"]);

/** Reads the lists of an export. Reports and skips damaged entries. */
export class SlackDirectory implements Directory {
  readonly #people = new Map<string, Member>();
  readonly #conversations = new Map<string, Conversation>();
  readonly #channels = new Map<string, string>();
  #owner: string | null = null;

  static async read(lists: ReadonlyMap<string, ArchiveFile>, reading: Reading): Promise<SlackDirectory> {
    const directory = new SlackDirectory();
    for (const [name, file] of lists)
      if (name.endsWith("users.json"))
        for await (const user of entries(file, SlackUser, reading))
          directory.#addPerson(user, reading.ownerAddress);
      else
        for await (const one of entries(file, SlackConversation, reading))
          directory.#addConversation(one, name);
    return directory;
  }

  get members(): number {
    return this.#people.size;
  }

  get ownerKnown(): boolean {
    return this.#owner !== null;
  }

  isOwner(id: string): boolean {
    return this.#owner === id;
  }

  person(id: string): string | undefined {
    return this.#people.get(id)?.name;
  }

  member(id: string): Member | undefined {
    return this.#people.get(id);
  }

  channel(id: string): string | undefined {
    return this.#channels.get(id);
  }

  conversation(folder: string): Conversation {
    const known = this.#conversations.get(folder);
    if (known) return known;
    // the folder of a direct conversation is named after its id
    const direct = /^(?:D[A-Z0-9]{6,}|mpdm-.*)$/.test(folder);
    return { id: folder, channel: direct ? null : `#${folder}`, members: [] };
  }

  #addPerson({ id, name, real_name, is_bot, profile }: SlackUser, ownerAddress: string | null): void {
    const shown = profile?.display_name || profile?.real_name || real_name || name || id;
    const email = profile?.email?.toLowerCase() || null;
    this.#people.set(id, { name: shown, email, bot: is_bot ?? false });
    if (email && email === ownerAddress) this.#owner = id;
  }

  #addConversation({ id, name, members }: SlackConversation, list: string): void {
    const direct = between.has(list);
    const folder = name || id;
    if (name && !direct) this.#channels.set(id, name);
    this.#conversations.set(folder, {
      id,
      channel: direct ? null : `#${folder}`,
      members: members ?? [],
    });
  }
}

async function* entries<T extends z.ZodType>(
  file: ArchiveFile,
  shape: T,
  { report }: Reading,
): AsyncGenerator<z.infer<T>> {
  let index = 0;
  try {
    for await (const found of jsonValues(file.open(), (path) => path === "*")) {
      index++;
      const entry = "damage" in found ? undefined : shape.safeParse(found.value);
      if (entry?.success) yield entry.data;
      else
        report({
          where: `${nameOf(file)}, entry ${index}`,
          reason: "This entry is unreadable, so its name is missing.",
        });
    }
  } catch (error) {
    report({
      where: nameOf(file),
      reason: `${(error as Error).message} Names after entry ${index} are missing.`,
    });
  }
}
