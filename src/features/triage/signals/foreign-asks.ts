import { foreignNeeds } from "../text/foreign-needs";
import type { Language } from "../text/language";
import type { Addressing } from "./addressing";

/** What the rules for needs say of a sentence. */
interface Rule {
  askRule: "other" | "plain" | null;
  alarm: "outage" | "patience" | null;
}

const nothing: Rule = { askRule: null, alarm: null };

/**
 * Whether a sentence in another language asks its reader by what it tells: that something fails, runs out, is still missing or
 * mustn't be forgotten.
 *
 * @param all - the sender's own words, for who sees to what a sentence says.
 */
export function foreignRule(
  language: Language,
  sentence: string,
  all: string,
  { open, chat, namesOther }: Addressing,
): Rule {
  const needs = foreignNeeds[language];
  if (!needs || namesOther || (open && !chat)) return nothing;
  const patience = needs.patient.test(sentence) ? "patience" : null;
  if (needs.away.test(sentence) && !/\?/.test(sentence)) return { askRule: "other", alarm: patience };
  if (/\?\s*$/.test(sentence) || needs.supposed.test(sentence)) return { askRule: null, alarm: patience };
  const thing = needs.trouble
    .exec(sentence)
    ?.slice(1)
    .findLast((found) => found !== undefined);
  const isAlarming = needs.alarming.test(sentence);
  if (thing || isAlarming || needs.runsOut.test(sentence)) {
    if (needs.seenTo.test(all)) return { askRule: thing || isAlarming ? "other" : null, alarm: patience };
    const isOutage = isAlarming || (thing !== undefined && needs.shared.test(thing));
    return { askRule: "plain", alarm: isOutage && !needs.patient.test(all) ? "outage" : patience };
  }
  const asks = needs.remember.test(sentence) || (!open && needs.lacks.test(sentence));
  return { askRule: asks ? "plain" : null, alarm: patience };
}
