import type { TriageInput } from "./message";

const automaticSender =
  /(?:no-?reply|do-?not-?reply|newsletter|news@|notification|mailer|bounce|marketing|promo|offers?@|info@|customer\.?(?:service|care)|reservations?@|alerts?@|billing@|support@|updates?@|digest|announce|listserv|admin@|team@|hello@|deals|\bbot\b|bott?u\b|^ubot)/i;
const textSigns =
  /\bunsubscribe\b|\bopt[- ]out\b|view (?:this|it) (?:e-?mail |message )?in (?:your|a) browser|you(?:'re| are) receiving this|was sent to you because|click (?:here|below|on the link)|all rights reserved|privacy policy|manage (?:your )?(?:preferences|subscription)|currently subscribed|modify your (?:registration|subscription|profile)|(?:e-?mail|mailing) list\b.{0,60}(?:remove|leave)|dear (?:[\w-]+ ){0,3}(?:customer|member|subscriber|user|client|guest)\b|valued (?:customer|member|guest)|to (?:be removed|subscribe)|this (?:is an )?automat(?:ed|ically)|do not reply to this|\[image\]/gi;
const discussion = /^(?:re|aw|sv|antw)\s*:/i;

/** How much a message looks like mass or machine mail: 0 not at all; from about 1 it is one. */
export function bulkScore(input: TriageInput): number {
  const { bulk, from, subject, content } = input;
  let score = 0;
  const sender = `${from.address ?? ""} ${from.name ?? ""}`;
  if (automaticSender.test(sender)) score += 0.8;
  if (input.to.some((to) => /maillist|@lists?\.|-list@|yahoogroups/i.test(to))) score += 0.3;
  const head = content.length > 24_000 ? content.slice(0, 16_000) + content.slice(-8_000) : content;
  const found = new Set<string>();
  for (const match of head.matchAll(textSigns)) if (found.add(match[0].toLowerCase()).size >= 4) break;
  const listFooter = /mailing list|listserv|list-?info|^re\b/i.test(head.slice(-1500)) && found.size <= 1;
  if (!listFooter) score += Math.min(found.size, 3) * 0.35;
  if (/(?:https?:\/\/|www\.)/.test(head) && (head.match(/https?:\/\//g)?.length ?? 0) >= 4) score += 0.3;
  if (bulk) score += discussion.test(subject ?? "") || /\bwrote:\s*$/m.test(head.slice(0, 8000)) ? 0.1 : 0.9;
  if (discussion.test(subject ?? "")) score -= 0.4;
  return Math.max(0, score);
}
