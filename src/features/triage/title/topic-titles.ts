import { capitalize } from "../../../shared/wording";
import { leadIn } from "./asked-statement";
import type { Add, Around } from "./candidate";
import { unable } from "./needs";
import { standsAlone } from "./stands-alone";
import { isSentence, namedTopic, troubled, withoutTrouble } from "./topic";
import { deedFor, isOwnDeed } from "./topic-deeds";
import { opensQuestion } from "./whole-question";
import { plural, saysEnough } from "./wording";

const bareOpinion =
  /\b(?:any|your|have)\s+(?:other\s+|further\s+)?(comments?|thoughts?|ideas?|feedback|suggestions?|opinions?|advice)\s*(?:(?:(?:is|are|would be|will be)\s+)?(?:(?:gratefully|greatly|much|very|most)\s+)?(?:received|appreciated|welcome))?\s*\??\W*$/i;
/** "Let me know what you think", "what do you all think?" */
const whatYouThink = /\bwhat (?:do )?(?:you|u)(?: guys| all| folks| both)? think\s*\??\W*$/i;

/** "Any thoughts?" is about the topic, in whichever sentence it stands. */
export function addOpinion(words: string, about: string, { sender, open }: Around, add: Add): void {
  const opinions = whatYouThink.test(words) ? "thoughts" : bareOpinion.exec(words)?.[1];
  if (opinions && !opensQuestion(about))
    add("give", `Give${sender && !open ? ` ${sender}` : ""} ${plural(opinions)} on ${namedTopic(about)}`);
}

/** Titles made from the subject, for sentences that don't name what they ask for. */
export function addTopics(words: string, about: string, { sender, open }: Around, add: Add): void {
  const name = sender && !open ? ` ${sender}` : "";
  if (opensQuestion(about)) {
    if (saysEnough(about) && standsAlone(about))
      add(
        "questionTopic",
        `Answer${name}: ${/^I\b/.test(about) ? about : about.charAt(0).toLowerCase() + about.slice(1)}`,
      );
    return;
  }
  const inside = namedTopic(about);
  if (!isSentence(about) && (troubled.test(about) || unable.test(words.replace(leadIn, ""))))
    add("helpTopic", `Help${name} with ${namedTopic(withoutTrouble(about))}`);
  if (!open && !asksForWords.test(words))
    add("dealTopic", isOwnDeed(about) ? capitalize(about) : `${deedFor(words, about)} ${inside}`);
  else add("replyTopic", sender ? `Reply to ${sender} about ${inside}` : `Reply about ${inside}`);
}

/** A sentence that wants an answer, rather than a deed. */
const asksForWords =
  /\?|\b(?:let (?:me|us) know|tell (?:me|us)|wonder|wondering|any (?:help|ideas?|thoughts|comments|suggestions|pointers|advice)|advise|confirm|reply|respond|answer|get back|hear from you|opinion|recommend|suggest|know (?:how|why|what|if|whether|where)|your (?:views?|thoughts|opinion|comments|feedback))\b/i;
