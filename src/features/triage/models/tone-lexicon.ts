import { topicLexicon, topics } from "../signals/topics";
import { compileLexicon, countSigns, findSigns } from "../text/lexicon";
import type { Range } from "../text/own-text";
import { countOf, marks, type Tokens } from "../text/tokens";

const groups = ["pleased", "displeased", "negation", "turn"] as const;

/**
 * Words of feeling, so that those missing from the training texts count too. Written by hand, weighed by
 * training.
 */
const phrases: Record<(typeof groups)[number], string> = {
  pleased:
    "thank, thanks, thx, thankyou, great, good, nice, nicely, love, loved, lovely, loves, excellent, awesome, perfect, perfectly, happy, happily, glad, excited, wonderful, congratulations, congrats, appreciate, appreciated, enjoy, enjoyed, pleased, fantastic, amazing, cheers, brilliant, helpful, well done, best, fun, delighted, elegant, clever, neat, cool, beautiful, clean, impressive, impressed, superb, terrific, outstanding, marvelous, kudos, bravo, sweet, handy, genius, like it, works great, works like, works perfectly, works fine, saved me, life saver, lifesaver, you rock, much better, really like, really good, very good, very nice, very helpful, good luck, hope this helps, grateful, thankful, kind, welcome, yay, wow, woohoo, hooray, smart, recommend, favorite, favourite, easy, simple, solved, worked, success, successful, successfully, helped, <smile>, lol, haha, upvote, +1, spot on, nailed it, exactly what, just what, great answer, nice answer, great job, good job, good point, nice one",
  displeased:
    "unfortunately, sorry, bad, badly, worse, worst, terrible, terribly, disappointed, disappointing, frustrated, frustrating, frustration, annoying, annoyed, annoys, hate, hated, hates, horrible, horribly, unacceptable, angry, upset, worried, ridiculous, awful, awfully, poor, poorly, sad, sadly, pain, painful, waste, confusing, stupid, ugly, sucks, suck, damn, dammit, crap, hell, shit, fuck, wtf, nightmare, mess, messy, broken, useless, hopeless, insane, crazy, idiot, idiotic, dumb, lame, nasty, evil, dreadful, disgusting, headache, desperate, pathetic, silly, weird, strange, hideous, scary, afraid, fear, regret, blame, rude, wrong, ashamed, embarrassing, embarrassed, kludge, hack, bloated, clunky, tedious, cumbersome, sluggish, bizarre, baffled, stumped, struggling, struggle, giving up, gave up, no luck, no idea, at a loss, going crazy, drives me, driving me, pulling my hair, doesn't make sense, makes no sense, for no reason, fed up, tired of, sick of, <frown>, ugh, argh, meh, grr, sigh, bullshit, fail, fails, failed, fuck up, screwed, ruined, horrendous, atrocious, abysmal, garbage, trash, rubbish, joke, hated it, not happy, not good, not nice, don't like, do not like, didn't like, can't stand, bad idea, bad practice, too bad, beware, warning, dangerous, ruin, kills, suffer, suffering, cry, crying, lost, confused, unhappy, unpleasant, unfair, unclear, misleading, hurts, hurt, sorry for",
  negation:
    "not, never, no, can't, cannot, don't, doesn't, didn't, won't, isn't, wasn't, hardly, nothing, nobody, without",
  turn: "but, however, although, though, except, unless, still, only, yet",
};
const lexicon = compileLexicon(groups, phrases);

/** The spans of the words of feeling in a text. */
export const feelingWords = (tokens: Tokens): Range[] =>
  findSigns(lexicon, tokens).filter(({ bits }) => bits & 3);

const toneTopics = ["praise", "complaint", "problem"] as const;
const toneMarks = [marks.smile, marks.frown, marks.exclamation, marks.question];
const upTo3 = (count: number) => Math.min(3, count);
const shouted = /\b[A-Z]{3,}\b/g;

/** How often a text uses each kind of word and mark that carries a tone, as small numbers for the tone model. */
export function toneFacts(text: string, tokens: Tokens): number[] {
  const felt = countSigns(lexicon, tokens, groups.length);
  const spoken = countSigns(topicLexicon, tokens, topics.length);
  const about = toneTopics.map((topic) => spoken[topics.indexOf(topic)]!);
  const signs = toneMarks.map((mark) => countOf(tokens.hash, mark));
  const counts = [...about, ...signs, text.match(shouted)?.length ?? 0, ...felt];
  const balance = Math.max(-3, Math.min(3, felt[0]! - felt[1]!));
  const size = Math.min(6, Math.floor(Math.log2(tokens.hash.length + 1)));
  return [...counts.map((count, kind) => kind * 8 + upTo3(count)), 100 + balance, 110 + size];
}
