import { sentByOwner } from "../inbox/reading/read-mail";
import type { RawMail } from "../mail/raw-mail";
import type { Sender } from "./contract";

/** Maximum number of people to choose from, besides those who are probably the user. */
const mostPeople = 100;

/** Further people aren't counted, so that a table of strangers costs little. */
const mostCounted = 10_000;

/** Counts the senders in chats and tables, to find out which of them the user is. */
export class SenderCount {
  readonly #ownerAddress: string;
  #people = 0;
  readonly #files = new Map<string, { own: number; noted: boolean; people: Map<string, Sender> }>();

  constructor(ownerAddress: string) {
    this.#ownerAddress = ownerAddress;
  }

  add({ chat, position }: RawMail): void {
    if (!chat) return;
    const name = position.entry?.endsWith(".json")
      ? position.file
      : `${position.file}/${position.entry ?? ""}`;
    const file = this.#files.get(name) ?? { own: 0, noted: false, people: new Map<string, Sender>() };
    this.#files.set(name, file);
    if (sentByOwner(chat, { ownerAddress: this.#ownerAddress })) file.own++;
    else if (chat.ownerSent !== null) file.noted ||= !chat.bulk;
    else if (chat.senderKey) this.#count(file.people, chat.senderKey, chat.fromName);
  }

  #count(people: Map<string, Sender>, key: string, name: string | null): void {
    const sender = people.get(key);
    if (sender) sender.count++;
    else if (this.#people++ < mostCounted) people.set(key, { key, name: name ?? key, count: 1 });
  }

  /**
   * Senders in files that don't identify the user, most active first.
   *
   * @param isLikely - whether a sender is probably the user, who is among them however little they wrote.
   */
  unknown(isLikely: (sender: Sender) => boolean): Sender[] {
    const people = new Map<string, Sender>();
    for (const file of this.#files.values()) {
      if (file.own > 0) continue;
      for (const one of file.people.values()) {
        const sum = people.get(one.key);
        people.set(one.key, sum ? { ...sum, count: sum.count + one.count } : one);
      }
    }
    const byCount = [...people.values()].sort((a, b) => b.count - a.count);
    return byCount.filter((one, rank) => rank < mostPeople || isLikely(one));
  }

  /** What the exports say about who the user is. */
  notes(): string[] {
    const own = [...this.#files.values()].reduce((sum, file) => sum + file.own, 0);
    if (own === 0) return [];
    return [
      own === 1
        ? "According to the files, one of the messages is your own. It is kept as context and never becomes a task."
        : `According to the files, ${own.toLocaleString("en-US")} of the messages are your own. They are kept as context and never become a task.`,
    ];
  }
}
