import { replyPrefix } from "../../mail/subject-prefix";
import type { TriageInput } from "../message";
import { patternFor, prefilterPattern } from "../text/prefiltered-pattern";

const automaticSender =
  /(?:no-?reply|do-?not-?reply|newsletter|news@|notification|mailer|bounce|marketing|promo|offers?@|info@|customer\.?(?:service|care)|reservations?@|alerts?@|billing@|support@|updates?@|digest|announce|listserv|admin@|team@|hello@|deals|\bbot\b|bott?u\b|^ubot)/i;
/** Typical phrases of bulk and automated mail. The required words follow a space or mark in it. */
export const textSigns = prefilterPattern(
  [
    { needs: ["unsubscribe"], source: String.raw`\bunsubscribe\b` },
    { needs: ["opt"], source: String.raw`\bopt[- ]out\b` },
    { needs: ["browser"], source: "view (?:this|it) (?:e-?mail |message )?in (?:your|a) browser" },
    { needs: ["receiving"], source: "you(?:'re| are) receiving this" },
    { needs: ["because"], source: "was sent to you because" },
    { needs: ["here below link"], source: "click (?:here|below|on the link)" },
    { needs: ["reserved"], source: "all rights reserved" },
    { needs: ["policy"], source: "privacy policy" },
    {
      needs: ["preferences subscription"],
      source: "manage (?:your )?(?:preferences|subscription)",
    },
    { needs: ["subscribed"], source: "currently subscribed" },
    {
      needs: ["registration subscription profile"],
      source: "modify your (?:registration|subscription|profile)",
    },
    { needs: ["list"], source: String.raw`(?:e-?mail|mailing) list\b.{0,60}(?:remove|leave)` },
    {
      needs: ["customer member subscriber user client guest"],
      source: String.raw`dear (?:[\w-]+ ){0,3}(?:customer|member|subscriber|user|client|guest)\b`,
    },
    { needs: ["customer member guest"], source: "valued (?:customer|member|guest)" },
    { needs: ["removed subscribe"], source: "to (?:be removed|subscribe)" },
    { needs: ["automated"], source: "this (?:is an )?automat(?:ed|ically)" },
    { needs: ["reply"], source: "do not reply to this" },
    { needs: ["image"], source: String.raw`\[image\]` },
  ],
  (source) => new RegExp(source, "gi"),
);
/** Feeds sent as mail begin with the item's address and date, reports of trackers with the entry's address. */
const machineOpening =
  /^\s*(?:URL: \S+\s+Date: |https?:\/\/\S*(?:show_bug|bug_id|\/issues?\/|\/tickets?\/)\S*\s+-{3,})/i;
/** This many of them are enough. */
const mostSigns = 4;

/** How much a message looks like bulk or automated mail: 0 not at all; from about 1, it is. */
export function bulkScore(input: TriageInput): number {
  const { bulk, from, subject, content } = input;
  let score = 0;
  const sender = `${from.address ?? ""} ${from.name ?? ""}`;
  if (automaticSender.test(sender)) score += 0.8;
  if (input.to.some((to) => /maillist|@lists?\.|-list@|yahoogroups/i.test(to))) score += 0.3;
  const head = content.length > 24_000 ? content.slice(0, 16_000) + content.slice(-8_000) : content;
  const found = new Set<string>();
  const pattern = patternFor(textSigns, head);
  for (const match of pattern ? head.matchAll(pattern) : [])
    if (found.add(match[0].toLowerCase()).size >= mostSigns) break;
  const listFooter = found.size === 1 && /mailing list|listserv|list-?info|^re\b/i.test(head.slice(-1500));
  if (!listFooter) score += Math.min(found.size, 3) * 0.35;
  if (hasLinks(head, 4)) score += 0.3;
  if (machineOpening.test(head)) score += 0.8;
  if (bulk) score += replyPrefix.test(subject ?? "") || /\bwrote:\s*$/m.test(head.slice(0, 8000)) ? 0.1 : 0.9;
  if (replyPrefix.test(subject ?? "")) score -= 0.4;
  return Math.max(0, score);
}

/** Whether a text contains this many web addresses. */
function hasLinks(text: string, wanted: number): boolean {
  let links = 0;
  for (let at = text.indexOf("://"); at >= 0 && links < wanted; at = text.indexOf("://", at + 3))
    if (text.endsWith("http", at) || text.endsWith("https", at)) links++;
  return links >= wanted;
}
