import type { GoldRow } from "./data";

/** Where a labeled message comes from: a mailbox, list, room, or file of written messages. */
export interface Source {
  name: string;
  /** Real mail or chat. Figures on messages written for training prove less. */
  real: boolean;
  /** Everyday messages have test data of their own, so those that train are in every training. */
  everyday?: boolean;
}

/** Lists by a word in their address or in their subject tag; some have several. */
const lists: [RegExp, string][] = [
  [/fork@|fork_list/i, "list fork"],
  [/rpm-zzzlist|rpm-list/i, "list rpm"],
  [/razor-users/i, "list razor-users"],
  [/spamassassin-(?:talk|devel|commits)|\[sa(?:talk|dev)\]|spambayes/i, "lists spamassassin"],
  [/zzzzteana/i, "list zzzzteana"],
  [/iiu(?:-admin)?@/i, "list iiu"],
  [/secprog|vulnwatch/i, "list secprog"],
];

/** The mailbox, list or room of a message; for newsletters and notices, each sender domain is one source. */
export function sourceOf({ id, from, to, cc, subject }: GoldRow): Source {
  const [path = "", position = ""] = id.split("#");
  const real = (name: string): Source => ({ name, real: true });
  const mailbox = /^mail\/enron\/([^_]+)/.exec(path);
  if (mailbox) return real(`mailbox ${mailbox[1]}`);
  if (path.startsWith("mail/")) return real(`list ${path.slice(5).split(".")[0]}`);
  if (path.startsWith("chat-irc/")) return real("room #ubuntu");
  if (path.startsWith("gitter/")) return real(`room ${path.slice(7)}`);
  if (path.startsWith("injection/")) return real(`notices ${position}`);
  if (path.startsWith("sa/")) {
    const head = `${to ?? ""} ${cc ?? ""} ${subject ?? ""}`;
    const list = lists.find(([pattern]) => pattern.test(head));
    return real(list ? list[1] : `notices ${domainOf(from)}`);
  }
  const file = id.replace(/-\d+$/, "");
  // Split in two, because without the whole file nothing would be left to learn these languages from.
  const half = file === "languages" ? (Number(/\d+$/.exec(id)?.[0]) % 2 === 0 ? " a" : " b") : "";
  return { name: `written ${file}${half}`, real: false, everyday: file.startsWith("everyday") };
}

const domainOf = (from: string) =>
  /@([^\s>"]+)/.exec(from)?.[1]?.toLowerCase().split(".").slice(-2).join(".") ?? "unknown";
