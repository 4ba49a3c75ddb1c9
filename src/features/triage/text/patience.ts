/** "No hurry", "it can wait until Monday", "whenever you get a chance". */
const patient =
  /\b(?:(?:there(?:['’]s| is) )?(?:absolutely |really )?no (?:real |great )?(?:rush|hurry)|not (?:(?:that|so|very|really|at all|too|super) )?urgent|isn['’]?t (?:(?:that|so|very|really) )?urgent|nothing urgent|(?:it|this|that|which)(?:['’]ll| can| could| may| will) (?:easily |happily |all )?(?:wait|keep)|can wait (?:until|till)|no need to (?:rush|hurry)|whenever (?:you (?:can|like|have|find|get|want)|it suits|convenient)|when(?:ever)? you(?:['’]ve got| have| get| find) (?:a |an |some |the |time to )?(?:spare |free |quiet )?(?:time|chance|minute|moment|hour)|in your own time|take your time|low priority)\b/i;
/** A short message that ends so says it of the whole; one that goes on may speak of something else. */
const shortMessage = 200;
const endsPatient = new RegExp(`${patient.source}[^.!?;]{0,40}[\\s.!)]*$`, "i");

/** "If it's not urgent, …" */
const supposed = /\b(?:if|unless|whether|when) (?:(?:it|this|that)(?:['’]s| is) )?$/i;

function says(pattern: RegExp, text: string): boolean {
  const found = pattern.exec(text);
  return found !== null && !supposed.test(text.slice(0, found.index));
}

/** Whether a sentence says that something can wait. */
export const isPatient = (sentence: string): boolean => says(patient, sentence);

/**
 * Whether a sentence says that what it tells can wait, or its short message does.
 *
 * @param all - the sender's own words.
 */
export const canWait = (sentence: string, all: string): boolean =>
  isPatient(sentence) || (all.length <= shortMessage && says(endsPatient, all));
