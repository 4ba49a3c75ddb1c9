import { counted } from "../../../../shared/counted";
import { dayIn } from "../../../../shared/local-time";
import type { RawMail } from "../../../mail/raw-mail";
import { asUtf8, type TextEncoding } from "../../../mail/text-encoding";
import { type ArchiveFile, nameOf, type Reading, toRawMail } from "../chat-message";
import { jsonValues } from "../json-values";
import { unreadableAfter } from "../unreadable";
import { readTelegramMessage } from "./telegram-message";
import { senderId, type TelegramChat, TelegramMessage } from "./telegram-shapes";

const kinds =
  /"type"\s*:\s*"(?:personal_chat|bot_chat|saved_messages|replies|verify_codes|(?:private|public)_(?:group|supergroup|channel))"/;

/** True if a JSON file with this beginning is a result.json from Telegram Desktop. */
export function isTelegramExport(head: string): boolean {
  return (
    /^\s*\{/.test(head) &&
    ((kinds.test(head) && /"messages"\s*:/.test(head)) ||
      /"personal_information"\s*:/.test(head) ||
      /"(?:chats|left_chats)"\s*:\s*\{/.test(head))
  );
}

/** Paths of the values in use, for exports of one chat and of all chats. */
const fields = /^(?:(?:chats|left_chats)\.list\.\*\.)?(messages\.\*|id|name|type)$/;
const noChat: TelegramChat = { id: null, name: null, type: null };
const ownId = "personal_information.user_id";

/**
 * Reads the messages of a result.json with one chat or all chats. Keeps one message in memory, plus a number
 * per day and reply. Identifies a message by its chat id and its own id.
 */
export async function* readTelegramExport(
  source: ArchiveFile,
  encoding: TextEncoding,
  reading: Reading,
): AsyncGenerator<RawMail> {
  const where = nameOf(source);
  const left = { notices: 0, undated: false };
  let ownerId: string | null = null;
  let chat = noChat;
  let chatNumber = 0;
  let threads = new Threads(chat, reading.timeZone);
  let index = 0;
  const damaged = (location: string, reason: string) =>
    reading.report({ where: location, reason, damaged: 1 });
  reading.note(`${where} is a Telegram export.`);
  try {
    const chunks = asUtf8(source.open(), encoding);
    for await (const found of jsonValues(chunks, (path) => path === ownId || fields.test(path))) {
      const field = found.path === ownId ? "owner" : fields.exec(found.path)?.[1];
      if (field === "messages.*") {
        const location = `${where}, message ${++index}`;
        const message = "damage" in found ? null : TelegramMessage.safeParse(found.value);
        if (!message?.success)
          damaged(
            location,
            "damage" in found
              ? found.damage
              : "This entry has no number, so it can't be imported as a message.",
          );
        else if (message.data.type && message.data.type !== "message") {
          threads.of(message.data);
          left.notices++;
        } else {
          left.undated ||= !message.data.date_unixtime;
          const threadKey = threads.of(message.data);
          const { timeZone } = reading;
          const context = { chat, ownerId, threadKey, timeZone, sizeBeside: source.sizeBeside };
          yield toRawMail(source, index, readTelegramMessage(message.data, context), "message");
        }
      } else if ("value" in found && field === "owner") ownerId = senderId(found.value as string | number);
      else if ("value" in found && field) {
        if (found.inside !== chatNumber) chat = noChat;
        chatNumber = found.inside;
        chat = { ...chat, [field]: found.value === null ? null : String(found.value) };
        threads = new Threads(chat, reading.timeZone);
      }
    }
  } catch (error) {
    damaged(where, unreadableAfter(error, index, "message"));
  }
  if (left.undated) reading.note(`Times without a zone in ${where} were read as ${reading.timeZone} time.`);
  if (left.notices > 0)
    reading.note(
      `Left out: ${counted(left.notices, "notice")} from Telegram itself (joined, pinned, called).`,
    );
}

/**
 * Groups messages into conversations: all messages of one day in a chat. A reply joins the day of its parent.
 * Ids increase over time, so the first id of each day reveals the day of any earlier message.
 */
class Threads {
  readonly #prefix: string;
  readonly #timeZone: string;
  readonly #days: { firstId: number; key: string }[] = [];
  readonly #answers = new Map<number, string>();

  constructor(chat: TelegramChat, timeZone: string) {
    this.#prefix = `telegram:${chat.id ?? chat.name ?? "unknown"}`;
    this.#timeZone = timeZone;
  }

  of({ id, date, date_unixtime, reply_to_message_id: answered }: TelegramMessage): string {
    const seconds = Number(date_unixtime);
    const day = seconds > 0 ? dayIn(this.#timeZone, new Date(seconds * 1000)) : (date ?? "").slice(0, 10);
    const key = `${this.#prefix}:${day}`;
    if (this.#days.at(-1)?.key !== key) this.#days.push({ firstId: id, key });
    if (!answered) return key;
    const joined = this.#answers.get(answered) ?? this.#dayOf(answered) ?? key;
    if (joined !== key) this.#answers.set(id, joined);
    return joined;
  }

  #dayOf(id: number): string | undefined {
    let [low, high] = [0, this.#days.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#days[middle]?.firstId ?? 0) <= id) low = middle + 1;
      else high = middle;
    }
    return this.#days[low - 1]?.key;
  }
}
