/** Things that somebody has to see to when they fail or run out, as the source of a pattern. */
const things =
  "printer|copier|scanner|sink|taps?|toilets?|shower|boiler|heating|heater|radiators?|doors?|locks?|gates?|windows?|lift|elevator|fridge|freezer|oven|dishwasher|dryer|machines?|lights?|lamps?|bulbs?|alarm|projector|servers?|sites?|website|pages?|login|apps?|system|database|network|internet|wi-?fi|connection|vpn|phones?|laptops?|computers?|pc|screens?|monitors?|keyboard|mouse|drive|disk|tablet|car|van|truck|forklift|pumps?|valves?|pipes?|drains?|gutters?|roof|ceiling|fan|box|tank|cartridge|dispensers?|extinguishers?|cabinet|batter(?:y|ies)|kettle|form|checkout|shop|store|portal|links?|buttons?|files?|folder|exports?|imports?|builds?|pipeline|plugin|scripts?|programs?|tests?|services?|api|feeds?|cameras?|till|terminal|reader|sockets?|plugs?|switch|ac|conditioner|conditioning|intercom|barrier|shutters?|hoist|ramp|trolley|wheelchair";

/** "The sink in the kitchen", "our login page". */
export const troubledThing = `(?:the|our|my|this|one of the|both|all the|\\p{Lu}\\p{L}+['’]s)\\s(?:(?!and\\b|or\\b|that\\b|which\\b)[\\p{L}\\p{N}&/.'’-]+\\s){0,3}?(?:${things})(?:\\s(?:in|at|on|of|for|from|by|near|under|behind|outside)\\s(?:[\\p{L}\\p{N}.'’-]+\\s){0,3}?[\\p{L}\\p{N}.'’-]+)?`;

/** "Still", "completely": what may come before a state. */
export const often =
  "(?:(?:still|now|again|all|just|completely|totally|currently|suddenly|constantly|badly) )*";
/** What a thing is in that has failed or run out. */
export const states =
  "empty|leaking|dripping|broken|stuck|blocked|clogged|jammed|flooded|flooding|frozen|dead|cracked|overflowing|offline|unreachable|out of order|flickering|smoking|beeping|crashing|freezing|failing|timing out|down";
const fails =
  "(?:work|start|open|load|print|close|lock|shut|turn|switch|respond|boot|connect|charge|flush|drain|heat|cool|play|sync|save|show|update|install|log)";

/** "Is leaking", "doesn't close", "keeps jamming", "gives an error 500". */
export const failing = `(?:(?:['’]s|['’]re|\\sis|\\sare)\\s${often}(?:${states})(?!\\s(?:to|by|for|with|out|because of me)\\b)|(?:\\s(?:doesn['’]?t|does not|don['’]?t|won['’]?t|can['’]?t|cannot) (?:even |always |properly |really |fully )?${fails}|(?:['’]s|\\sis|\\sisn['’]?t|\\saren['’]?t|\\sare)(?: still| now)? (?:not )?(?<=not |isn['’]?t |aren['’]?t )${fails}ing)\\b|\\s(?:still |now |always |suddenly |constantly )*(?:keeps? \\p{L}+ing|freezes|crashes|hangs(?! (?:in|on|from|over|next)\\b)|leaks|drips|jams|stopped working|has stopped working|(?:gives?|shows?|returns?|throws?) (?:me |us |everyone )?(?:an? |the )?(?:\\p{L}+ ){0,2}(?:errors?|exception)))`;

/** Each sentence with {@link failing} has one of these words. */
export const troubleWords =
  "empty leaking dripping broken stuck blocked clogged jammed flood frozen dead cracked overflowing offline unreachable out flickering smoking beeping crash freezing freezes fail timing down doesn does don won can cannot isn aren not keep hangs leak drip jams stopped error exception";
