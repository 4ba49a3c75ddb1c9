/** People who want something from those they deal with. */
export const askers =
  "customer client tenant guest buyer patient landlord landlady lodger parent student pupil subscriber caller visitor neighbour neighbor shopper diner traveller passenger applicant donor sponsor bride bridegroom owner retailer wholesaler distributor";

/** The same, one or several, as the source of a pattern. */
export const asker = `(?:${askers.replaceAll(" ", "|")})s?`;

/** That they want something, as the source of a pattern. */
export const wanting =
  "(?:(?:still|now|also|really|urgently)\\s)*(?:wants?|needs?|would like|(?:is|are) (?:still |now |already )?(?:asking|waiting) for|asks? for|(?:has|have) (?:just )?(?:asked|requested)(?: for)?|requests?|demands?|insists? on)";

/** What people work with, and ask for when they need another one. */
export const equipment =
  "keyboard mouse monitor screen laptop computer printer scanner headset webcam charger cable adapter adaptor phone tablet battery desk chair lamp cupboard badge key lock ladder drill helmet glove boot toolbox trolley kettle";

/** "I need a new keyboard", "we need more chairs in the big room": the whole sentence. */
export const needsEquipment = new RegExp(
  `^(?:i|we)(?:['’]ll)? (?:(?:also|really|still|urgently) )*need (?:a new|another|an? (?:spare|second|replacement)|(?:some )?(?:new|more)|(?:two|three|four|\\d+) (?:new|more)) (?:\\p{L}+ )?(?:${equipment.replaceAll(" ", "|")}|mice|batteries)s?(?: (?:for|in|at|on) [^.!?;,]{2,40})?\\s*[.!]*$`,
  "iu",
);

/** "We're out of", "the printer is out of", "we have nearly run out of", as the source of a pattern. */
export const runningOut =
  "(?:(?:we(?:['’]re| are)|(?:the|our) (?:[\\p{L}\\p{N}]+ ){0,5}?[\\p{L}\\p{N}]+(?:['’]s| is| are))(?: (?:all|now|nearly|almost|completely|totally|again))* (?:out of|(?:running )?(?:low|short) (?:on|of)|running out of)|we(?:(?:['’]ve| have)(?: (?:nearly|almost|just))* run|(?: just)? ran) out of)";

/** "There's no", "we have hardly any": with "left" behind the thing, as the source of a pattern. */
export const noMore =
  "(?:there(?:['’]s| is| are)|we(?:['’]ve| have)(?: got)?)(?: (?:almost|hardly))? (?:no|any)(?: more)?";
