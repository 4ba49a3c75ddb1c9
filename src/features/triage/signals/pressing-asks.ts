const deeds =
  "call|ring|phone|text|come|go|send|bring|fix|repair|restart|reboot|reset|stop|halt|pause|turn|switch|shut|close|lock|unlock|open|get|fetch|evacuate|leave|move|check|look|tell|inform|warn|alert|contact|ask|write|e-?mail|reply|answer|pick|take|help|roll|revert|block|clean|mop|replace|swap|drive|forward|print|deliver|hand|put|remove|restore|cover|wake|meet|collect|cancel|free|empty|refill|ship|return|finish|drop|escalate|isolate|unplug|disconnect";
const atOnce =
  "(?:immediately|right away|straight ?away|right now|at once|urgently|asap|a\\.s\\.a\\.p\\.|this (?:minute|instant)|as soon as (?:possible|you can)|without delay|quickly|now)";

/** "Come to the shop right away", "Call them back immediately!", "Immediately stop the pump". */
const commands = new RegExp(
  `^(?:(?:please|then|just|so|and)\\s)*(?:(?:${deeds})\\s(?!(?:us|now|today|free|yours?|started|off|see|watch|read|try|out)\\b)[^?;:]{1,80}?\\s${atOnce}\\b(?!\\s(?:and (?:click|win|save|get)|to (?:win|save|claim|get|avoid|enjoy|receive|verify)))|(?:immediately|urgently|right now)\\s(?:${deeds})\\s[^?;:]{2,80})`,
  "iu",
);
/** What ads and scams press to, and what somebody did or would do. */
const sells =
  /\b(?:click|link|verify|account|offer|deals?|discount|coupon|gift ?cards?|vouchers?|prize|winner|claim|limited|subscribe|unsubscribe|free trial|bitcoin|crypto|password|copies|expires?|if you)\b|https?:|www\.|%|[$€£]\s?\d/i;

/** Whether a sentence to its reader tells them to do something at once; ads and scams also press. */
export const presses = (words: string, all: string): boolean => commands.test(words) && !sells.test(all);
