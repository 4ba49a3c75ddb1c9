import { escapePattern } from "../../../shared/escape-pattern";
import { troubled } from "./topic";

/** What is to be done with some things, if the sentence or the subject speaks of it; "signed" and "approved" is done already. */
const deeds: [deed: string, said: RegExp, topic: RegExp][] = [
  [
    "Sign",
    /\b(?:(?:counter)?sign(?![- ](?:in|up|on|out|off)\b)|signatures?|be (?:counter)?signed)\b/i,
    /\b(?:contract|agreement|form|lease|power of attorney|nda|letter|deed|offer|document|papers?|order|licen[cs]e|addendum|amendment|certificate)s?\b/i,
  ],
  [
    "Approve",
    /\b(?:approve|approval|authori[sz]e|authori[sz]ation|be (?:approved|authori[sz]ed)|sign[- ]off|go-ahead)\b/i,
    /./,
  ],
  [
    "Pay",
    /\b(?:pay|payable|be paid|payment|due|overdue|outstanding|unpaid|transfer)\b/i,
    /\b(?:invoice|bill|rent|fee|premium|deposit|dues|instal+ment|balance)s?\b/i,
  ],
  [
    "Review",
    /\b(?:review|proofread|read (?:through|over)|look (?:over|through)|see (?:the )?attached)\b/i,
    /\b(?:drafts?|texts?|reports?|proposal|notes|manual|slides|paper|brochure|article|chapter|spec\w*|plan|budget|minutes|version|copy|manuscript|leaflet|contract|agreement|forms?)\b/i,
  ],
  ["Vote on", /\b(?:vote|ballot)\b/i, /\b(?:vote|poll|ballot|election|motion|resolution)\b/i],
  ["Decide on", /\b(?:decide|decision|choose)\b/i, /^(?!.*\b(?:decision|decided)\b)/i],
  ["Comment on", /\bcomment on\b/i, /./],
  [
    "Attend",
    /\b(?:attend\w*|see you|join|meet|meeting|expected|\d{1,2}(?:[:.]\d\d)|\d ?[ap]m|o'clock)\b/i,
    /^(?!.*\b(?:cancel\w*|postpone\w*|minutes|notes|agenda|moved|reschedul\w*|invoice|bill|report|room|slides|cost|list|results?|order|certificate)\b).*\b(?:meeting|mtg|call|conference|session|lunch|dinner|breakfast|interview|webinar|workshop|training|party|seminar|hearing|appointment|rehearsal|inspection|visit)\b/i,
  ],
];

/** Whether a topic begins with the deed: "Approve" isn't said of an "Approval of the minutes". */
export const repeats = (deed: string, topic: string) =>
  new RegExp(`^(?:counter)?${escapePattern(deed.split(" ")[0]!.replace(/e$/, ""))}`, "i").test(topic);

/** Topics that are there to be read, whatever a sentence says of them. */
const toRead =
  /\b(?:drafts?|memos?|articles?|notifications?|notices?|documentation|analysis|proposals?|specs?|specifications?|agreements?|contracts?)\b/i;

/**
 * What is to be done with a topic: "Pay" an invoice, "Sign" a lease; if nothing says more, "Review" something written, "Look
 * into" a problem and "Deal with" the rest.
 */
export function deedFor(words: string, topic: string): string {
  const found = deeds.find(
    ([deed, said, about]) =>
      !repeats(deed, topic) && (said.test(words) || said.test(topic)) && about.test(topic),
  );
  if (found) return found[0];
  if (troubled.test(topic)) return "Look into";
  return toRead.test(topic) && !repeats("Review", topic) ? "Review" : "Deal with";
}

/** "Sign the lease", "Pay invoice 1190": the topic says by itself what is to be done. */
export const isOwnDeed = (topic: string): boolean =>
  /^(?:(?:approve|decide|attend|(?:vote|comment) on|vote for)\s|(?:(?:counter)?sign|pay|review)\s+(?:the|an?|our|your|this|these|all|both|each|every)\s|pay (?:invoice|bill|rent|fee|deposit|dues|balance)s?\b|(?:counter)?sign (?:contract|agreement|form|lease|nda|offer|addendum|amendment)s?\b)/i.test(
    topic,
  ) && !/[:;&/()–—,]|\s-+\s/.test(topic);
