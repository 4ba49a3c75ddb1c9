import type { AreaDigest, DigestLine } from "../contract";
import { addressOf } from "./source-address";
import { areaTexts } from "./texts";

export const digestParts = ["decided", "done", "due", "open"] as const;

const day = new Intl.DateTimeFormat("en-US", { weekday: "short", month: "short", day: "numeric" });
const date = new Intl.DateTimeFormat("en-US", { month: "long", day: "numeric" });

/** "Mon, Nov 16"; undefined: no day is known. */
export const dayOf = ({ at }: Pick<DigestLine, "at">): string | undefined =>
  at === null ? undefined : day.format(new Date(at));

/** "November 16 – November 22". */
export const weekOf = ({ from, before }: Pick<AreaDigest, "from" | "before">): string =>
  `${date.format(new Date(from))} – ${date.format(new Date(Date.parse(before) - 1))}`;

/** What ends the list of a kind that has more than its lines; undefined: it has all, or an older version kept it. */
export function moreOf({ more }: Partial<Pick<AreaDigest, "more">>, part: (typeof digestParts)[number]) {
  const count = (part === "decided" ? 0 : more?.[part]) ?? 0;
  return count > 0 ? areaTexts.andMore(count) : undefined;
}

/** A digest as plain text, each line with its link. @param origin - such as https://zippy.example. */
export function digestText(name: string, digest: AreaDigest, origin: string): string {
  const parts = digestParts.flatMap((part) => {
    const lines = digest[part];
    if (lines.length === 0) return [];
    const written = lines.map((line) => {
      const when = dayOf(line);
      return `- ${line.text.replace(/\s+/g, " ")}${when ? ` (${when})` : ""}\n  ${origin}${addressOf(line.source)}`;
    });
    const more = moreOf(digest, part);
    if (more) written.push(`- ${more}`);
    return [`${areaTexts.digestParts[part]}\n${written.join("\n")}`];
  });
  return [`${name}, ${weekOf(digest)}`, ...(parts.length > 0 ? parts : [areaTexts.quietWeek])].join("\n\n");
}
