/** Things that somebody has to see to when they fail or run out, as the source of a pattern. */
const things =
  "printer|copier|scanner|sink|taps?|toilets?|shower|boiler|heating|heater|radiators?|doors?|locks?|gates?|windows?|lift|elevator|fridge|freezer|oven|dishwasher|dryer|machines?|lights?|lamps?|bulbs?|alarm|projector|servers?|sites?|website|pages?|login|apps?|system|database|network|internet|wifi|wi-fi|connection|vpn|phones?|laptops?|computers?|pc|screens?|monitors?|keyboard|mouse|drive|disk|tablet|car|van|truck|forklift|pumps?|valves?|pipes?|drains?|gutters?|roof|ceiling|fan|box|tank|cartridge|dispensers?|extinguishers?|cabinet|battery|batteries|kettle|form|checkout|shop|store|portal|links?|buttons?|files?|folder|exports?|imports?|builds?|pipeline|environment|plugin|scripts?|programs?|tests?|services?|api|feeds?|cameras?|till|terminal|reader|sockets?|plugs?|switch|ac|conditioner|conditioning|intercom|barrier|shutters?|hoist|ramp|trolley|wheelchair|toner|tray|deploys?|deployments?|staging|production|prod|router|firewall|backups?|dashboard|account|email|mailbox|sewer|freezers?|socket|hinge|meter|hose|sprinklers?|washer|washing machine|coffee maker|payments?|bookings?|logins?|passwords?|badges?|keycards?";

/** The words of {@link things}, for a prefilter. */
export const thingWords = things
  .split("|")
  .flatMap((thing) => (thing.endsWith("s?") ? [thing.slice(0, -2), `${thing.slice(0, -2)}s`] : [thing]))
  .flatMap((thing) => thing.split(/[ -]/))
  .join(" ");

/** "The sink in the kitchen", "our login page". */
export const troubledThing = `(?:the|our|my|this|one of the|both|all the|\\p{Lu}\\p{L}+['’]s)\\s(?:(?!and\\b|or\\b|that\\b|which\\b)[\\p{L}\\p{N}&/.'’-]+\\s){0,3}?(?:${things})(?:\\s(?:in|at|on|of|for|from|by|near|under|behind|outside)\\s(?:[\\p{L}\\p{N}.'’-]+\\s){0,3}?[\\p{L}\\p{N}.'’-]+)?`;

/** The same without an article, as chat lines begin: "Printer", "staging deploy". */
const bareThing = `(?!(?:if|when|once|unless|because|while|until|whether|what|which|how|why|any|no|every|some|and|or|but|not|new|same|other)\\s)(?:[\\p{L}\\p{N}&/.-]+\\s){0,2}?(?:${things})`;

/** "Still", "completely": what may come before a state. */
export const often =
  "(?:(?:still|now|again|all|just|completely|totally|currently|suddenly|constantly|badly) )*";
/** What a thing is in that has failed or run out. */
export const states =
  "empty|leaking|dripping|broken|stuck|blocked|clogged|jammed|flooded|flooding|frozen|dead|cracked|overflowing|offline|unreachable|out of order|flickering|smoking|beeping|crashing|freezing|failing|timing out|down";
const fails =
  "(?:work|start|open|load|print|close|lock|shut|turn|switch|respond|boot|connect|charge|take|accept|process|read|scan|flush|drain|heat|cool|play|sync|save|show|update|install|log)";

/** "Is leaking", "doesn't close", "keeps jamming", "gives an error 500". */
export const failing = `(?:(?:['’]s|['’]re|\\sis|\\sare|\\s(?:has|have) been)\\s${often}(?:${states})(?!\\s(?:to|by|for(?! (?:the whole|the entire|everyone|everybody|all|us|an hour|hours)\\b)|with|out|because of me)\\b)|(?:\\s(?:doesn['’]?t|does not|don['’]?t|won['’]?t|can['’]?t|cannot) (?:even |always |properly |really |fully )?${fails}|(?:['’]s|\\sis|\\sisn['’]?t|\\saren['’]?t|\\sare)(?: still| now)? (?:not )?(?<=not |isn['’]?t |aren['’]?t )${fails}ing)\\b|\\s(?:still |now |always |suddenly |constantly )*(?:keeps? \\p{L}+ing|freezes|crashes|crashed(?= (?:again|an hour|this|at|since)\\b|[.!]|$)|hangs(?! (?:in|on|from|over|next)\\b)|leaks|drips|jams|stopped working|has stopped working|fails?(?=\\s(?:with|on|at|again|since|for|every|all)\\b|[.!]|$)|failed (?:again|with)\\b|(?:gives?|shows?|returns?|throws?) (?:me |us |everyone )?(?:an? |the )?(?:\\p{L}+ ){0,2}(?:errors?|exception)))`;

/** "Jammed again", "down since nine": a state that is all a line says of a thing. */
const bareState = `\\s${often}(?:${states}|not (?:working|responding|printing|opening|charging|loading))(?:\\s(?:again|now|since|in|on|at|for|upstairs|downstairs)\\b[^,;?]{0,40})?[.!\\s]*$`;

/** "Printer jammed again", "Server is offline", "staging deploy fails with a timeout". */
export const troubledLine = `(${bareThing})(${bareState}|${failing})`;

/** "I can't log in", "nobody can pay", "we are unable to open the door". */
export const shutOut =
  "(?:i|we|nobody|no one|none of us|everyone|people|customers|clients|users|guests|(?:the|our|some|all) (?:\\p{L}+ )?(?:customers|clients|users|guests|visitors|students|patients|colleagues))(?: (?:still|now|suddenly|again|all|currently))* (?:can['’]?t|cannot|can not|(?<=nobody |no one |none of us )can|(?:am|are|is) unable to|(?:am|are) not able to)(?: (?:even|currently|now))* (?:log ?in|login|log on|sign in|connect|print|pay\\b(?!\\s(?:back|attention|you|him|her|them))|check ?out|(?:open|access|reach|load|download|upload|save|submit|install|book|print|scan|sync|unlock|close|lock|find|see) (?:the|my|our|any|anything|a|an|it)\\b|(?:send|receive|get) (?:any )?(?:e-?mails?|messages|mails?|orders)|get (?:in|into|onto)|(?:dial|call) out)(?!.{0,20}\\b(?:until|till|before|because i|wait|attention)\\b)";

/** What a building or an office can't do without. */
export const supplies =
  "power|electricity|(?:hot |running )?water|gas|heating|internet|wi-?fi|network|phone line|broadband";
/** It isn't in its usual place, or will be gone for a while only: that is told, not asked. */
const elsewhere =
  "(?!.*\\b(?:at (?:home|my place|mine)|on the (?:train|plane|bus)|abroad|hotel|tomorrow|tonight|next|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|from \\d|your (?:building|street|area|flat|house|road)|currently|between|until|planned|maintenance|so i(?:['’](?:ll|m)| will| am)|i(?:['’]ll| will) be|camping|caravan|tent|nice|lovely|great|yesterday|last (?:night|week))\\b)";
/** "There's no hot water", "No internet since nine", "Power is out in building B", "The lights went out". */
export const withoutSupply = `(?:(?:(?:there(?:['’]s| is)|(?:we|i)(?:['’]ve| have)(?: got)?)(?: (?:still|again|now|suddenly))? no|(?:still )?no) (?:${supplies})(?=\\s(?:again|now|since|in|on|at|for (?:the|an|two|three|\\d)|anywhere|upstairs|downstairs)\\b|[.!]|$)|(?:(?:the|our|all the) )?(?:lights?(?: are| have| has)?(?=[a-z ]* (?:out|gone)\\b)|(?:${supplies})(?: (?:supply|mains))?)(?:['’]s|['’]re| is| are| has| have)? (?:now |still |just |suddenly |completely |all )*(?:out|off|gone|went (?:out|off|down)|gone (?:out|off|down)|cut off|cut out|tripped)(?=\\s(?:again|now|since|in|on|at|for|upstairs|downstairs|everywhere)\\b|[.!,]|$))${elsewhere}`;
/** "There's water coming through the ceiling", "I can smell gas". */
export const danger = `(?:(?:there(?:['’]s| is)(?: (?:now|still|suddenly))? (?:an? |some )?(?:(?:strong |bad |funny )?smell of (?:gas|burning|smoke)|(?:water|gas|oil|fuel|chemical) (?:leak|spill)|(?:leak|flood|fire) (?:in|on|at|under|behind)|(?:water|oil|fuel|gas|smoke|sparks) (?:coming|running|dripping|leaking|pouring|all over|everywhere|on the))|(?:i|we)(?: can| could)? smell (?:gas|burning|smoke))\\b|(?:the )?(?:lift|elevator)(?:['’]s| is| got) stuck (?:with|between)\\b|(?:some(?:one|body)|people|guests|children|(?:a|two|three|four|\\d+) \\p{L}+)(?:['’]s| is| are) (?:still |now )?(?:stuck|trapped) in (?:the|our) (?:lift|elevator|building|cold ?room|freezer|toilet)|(?:the |a )?(?:fire|smoke|gas|freezer|burglar|intruder|carbon monoxide) alarm(?:['’]s| is| has| keeps)? (?:just )?(?:going off|gone off|went off|ringing)\\b(?! (?:by mistake|at|during|because))|water(?:['’]s| is) (?:coming|running|dripping|leaking|pouring) (?:in|out|through|down|from)\\b)${elsewhere}`;
/** "My badge stopped working": of anything. */
export const stopped =
  "(?:the|our|my|this)\\s(?:(?!and\\b|that\\b|which\\b|who\\b)[\\p{L}\\p{N}-]+\\s){1,4}(?:has\\s|have\\s)?(?:just\\s|suddenly\\s)?stopped working(?=\\s(?:again|now|today|since|this morning|for me|properly)\\b|[.!]|$)";

/** "Everybody is locked out of the building". */
const lockedOut =
  "(?:we|everyone|everybody|all of us|the (?:whole|entire) (?:team|office|company|shift|class)|(?:the|our|all) (?:customers|clients|guests|visitors|students|patients)) (?:is|are|got|were) (?:all |still |now )*(?:locked|shut) out\\b";

/** "I lost my badge", "I've locked myself out". */
export const mishap =
  "(?:i|we)(?:['’]ve| have)? (?:just |accidentally )?(?:(?:lost|misplaced|forgot|forgotten|broke|broken) (?:my|our|the) (?:\\p{L}+ )?(?:badge|keys?|card|key ?card|laptop|phone|password|pin|fob|tablet)(?=\\s(?:again|today|and|this morning|for|to|at)\\b|[.!,]|$)|locked (?:myself|ourselves) out\\b)(?!.{0,60}\\b(?:found|last (?:week|year|month)|years? ago|once|back)\\b)";
/** "The parcel never arrived", "order 4411 still hasn't come". */
export const overdue =
  "(?:(?:the|our|my|your) )?(?:\\p{L}+ )?(?:order|parcel|package|delivery|shipment|consignment|invoice|payment|refund|replacement)(?: (?:no\\.? ?)?#?[\\p{N}/-]*\\p{N})?(?: for [^.,;?!]{2,30}?)? (?:(?:has |have |had )?never|still has ?n['’]?t|has(?: still)? ?n['’]?t|has still not|has not|did ?n['’]?t|did not)(?: yet)? (?:arrived?|been delivered|reached us)\\b(?!.{0,40}\\b(?:but|until|when|before|because)\\b)";
/** "Your invoice 8821 has the wrong address": what is wrong in what. */
export const mistake =
  "(?:the|your|our|my|this) ((?:\\p{L}+ )?(?:invoice|order|confirmation|quote|bill|contract|form|list|page|flyer|menu|poster|timetable|schedule|sign|label|statement|certificate|receipt|ticket|booking|badge)s?(?: (?:no\\.? ?)?#?[\\p{N}/-]*\\p{N})?(?: (?:for|of|on|in|from) (?:the |our )?[^.,;?!]{2,30}?)?) (?:still )?(?:has|have|shows?|lists?|gives?|states?|contains?|says) (?:the|a|an|my|our) wrong (\\p{L}[^.,;?!]{2,30})";

/** What is lacking, dangerous, lost or broken, told without more. */
export const plight = `(?:${withoutSupply}|${danger}|${stopped}|${lockedOut}|${mishap}|${overdue}|${mistake.replaceAll(/\((?!\?)/g, "(?:")})`;

/** "I can't log in until tomorrow", "we can't access the office before Monday": says when somebody can again. */
export const waits =
  "(?:i|we) (?:can['’]?t|cannot|can not|won['’]?t be able to|(?:am|are) (?:unable|not able) to)\\s[^?;]{2,60}?\\s(?:until|till|before)\\s(?:tomorrow|tonight|later|next|the (?:weekend|afternoon|evening|morning|end|week)|(?:this|after|late) |noon|lunch|midday|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\\p{L}*\\s\\d|\\d|i(?:['’]?m| am) (?:home|back|there|at|in)|i (?:get|come|am) (?:home|back|in)\\b|we (?:get|are|come) (?:home|back))";

/** Who is kept from working or buying. */
const everybody =
  "(?:everyone|everybody|anyone|anybody|us all|all of us|(?:the |our )?(?:whole|entire) (?:team|office|company|building|school|shop|warehouse|department|floor|site)|(?:all|our|the|many|several) (?:\\p{L}+ )?(?:customers|clients|users|guests|patients|orders|students))";
/** What more than one person needs. */
const sharedThings =
  "production|prod|(?:web)?site|web ?shop|checkout|payments?|payment (?:service|system|page)|servers?|databases?|network|internet|vpn|api|portal|booking system|phones|phone lines?|e-?mail server|power|electricity|login page|tills?|card (?:readers?|terminals?)|lifts?|elevators?";
const downStates =
  "(?:down|offline|unreachable|not responding|not working|crashed|dead|frozen|failing|out)(?!\\s(?:to|by|for (?:me|him|her|maintenance)|in price|of (?:stock|office))\\b)";

/** What keeps more people than its writer from working, or is dangerous: "Production is down", "Nobody can log in". */
export const outage = `(?:${withoutSupply}|${danger}|(?!(?:i|we)\\b)(?:${shutOut}|${lockedOut})|(?!.*\\b(?:prices?|rates?|costs?|sales|numbers|figures|shares)\\b)[^.;!?]{3,80}(?:${failing}|${downStates})[^.;!?]{0,20}\\bfor ${everybody}\\b|(?:(?:the|our) )?(?:(?!if\\b|when\\b|my\\b|home\\b|whether\\b)[\\p{L}\\p{N}.-]+ ){0,2}?(?:${sharedThings})(?:['’]s|['’]re| is| are| has been| have been| went)? (?:now |still |again |all |completely |currently )*${downStates})`;
