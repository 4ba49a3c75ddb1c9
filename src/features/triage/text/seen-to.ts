/** Of what failed: somebody repairs it already, or it works again. */
const repaired =
  /\b(?:technicians?|engineers?|plumbers?|electricians?|mechanic|repair(?: ?(?:man|guy|person)|er)|locksmith|support|somebody|someone|they|he|she)\b[^.]{0,40}\b(?:on (?:his|her|their|the|its) way|coming|comes?|informed|here|booked|called|looking|working)\b|\b(?:i|we)(?:['’](?:ve|ll|m|re)| have| will| am| are)?(?: just| already| now)* (?:fix|fixed|fixing|repair|repaired|replace|replaced|restart|restarted|reset|swap|swapped|rebooted|refilled|clean|cleaning|cleaned|clearing|cleared|mending|mended|working on|on it|looking into)\b|\b(?:is|was|were|been|got|gets?|be) (?:fixed|repaired|restored|resolved|solved|replaced|sorted)\b|(?<!\b(?:not|never|n['’]t|nt) )\bworking again\b|\b(?:technicians?|engineers?|plumbers?|electricians?)\b[^.]{0,20}\b(?:on ?site|at work)\b|\bback (?:up|online)\b|\bback on(?=[.,!]|$)|\b(?:it['’]s|it is|is|are|they['’]re|came) back(?: now)?(?=[.,!]|$)|\b(?:should|will|['’]ll) be (?:back|up|fixed|running|available)\b|\bnew one\b/i;

/** What somebody does who sees to a need. */
const done =
  "(?: (?:just|already|now))? (?:ordered|order|ordering|bought|buy|buying|got some|get some|getting|gave|give|refunded|refund|sent|send|sending|fixed|called|paid|handled|handle|arranged|booked|on (?:it|the way)|take care|taken care|deal with|dealt with|sorted|sort|pick up|picked up|said (?:no|yes)|told (?:him|her|them)|reset|restarted|replaced|repaired|mended|refused|declined)\\b";
const inHand = new RegExp(
  `\\b(?:i|we|he|she|they)(?:['’](?:ve|ll|m|re|s)| have| has| will| am| are| is)?${done}|\\bno (?:action|need|worries)\\b|\\bnothing (?:to|for you)\\b`,
  "i",
);
/** "Paul has ordered some". */
const byOther = new RegExp(
  `\\b(?!(?:The|Your|Our|My|This|That|An|Any|No|Please|And|One|Each|Every|Last|New)\\b)\\p{Lu}\\p{Ll}+(?:['’]s| has| will| is)?${done}`,
  "u",
);

/** Whether words say that somebody sees to what is told, or that it is over: then nobody else has to. */
export const isSeenTo = (words: string): boolean =>
  repaired.test(words) || inHand.test(words) || byOther.test(words);
