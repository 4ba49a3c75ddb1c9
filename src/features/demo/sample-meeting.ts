import { hour } from "../../shared/durations";
import type { SampleMeeting } from "../meetings/service";
import { visitor } from "./sample-message";

/** What was said, each line with how long it took (seconds). */
const lines: [speaker: string, seconds: number, text: string][] = [
  [
    "Ruth Abel",
    9,
    "Good morning, everybody. Three things today: the catalogue, Copperleaf Foods, and the open house.",
  ],
  [
    "Jonas Ferro",
    12,
    "The catalogue is with the print shop. They start tonight, and the samples should be here on Thursday.",
  ],
  [visitor.name, 8, "That's good news. Did they confirm the heavier paper for the cover?"],
  ["Jonas Ferro", 11, "Not in writing. I will call the print shop and get the paper confirmed by tomorrow."],
  [
    "Ruth Abel",
    10,
    "Thanks, Jonas. Now Copperleaf. They liked the second direction most, the one with the drawn leaves.",
  ],
  [
    "Elif Marin",
    13,
    "They did, but they think our price is on the high side. They asked what it costs without the illustrations.",
  ],
  [visitor.name, 10, "I wouldn't drop the illustrations. They are the reason why they came to us."],
  [
    "Ruth Abel",
    12,
    "Agreed. We decided to keep the illustrations and offer a smaller number of packages instead.",
  ],
  [visitor.name, 11, "Fine. I'll send Copperleaf Foods a revised quote with three packages by Friday."],
  ["Elif Marin", 9, "Please put the schedule in as well. They want to be in the shops in spring."],
  ["Ruth Abel", 10, "And the open house. Last year we had forty people, and the room was too warm."],
  [
    "Priya Lund",
    12,
    "I looked at the hall next door. It's free on that weekend, and it costs two hundred for the day.",
  ],
  ["Ruth Abel", 9, "Then let's take the hall. Priya, can you book it before the end of the month?"],
  ["Priya Lund", 8, "Sure, I will book the hall. I also have a list of people to invite."],
  [visitor.name, 10, "Nice. It was a lot of fun last year, and the cake was gone in ten minutes."],
  ["Ruth Abel", 7, "Then two cakes. That's all from me. Have a good day, everybody."],
];

/** The pause between two lines (seconds). */
const pause = 1.5;

/**
 * The meeting of the fictional team on the day before the visit.
 *
 * @param name - what the visitor is called in it. What a member of the team says they'll do is proposed as theirs.
 */
export function demoMeeting(now: Date, name = visitor.name): SampleMeeting {
  let second = 2;
  const segments = lines.map(([speaker, seconds, text]) => {
    const start = second;
    second += seconds + pause;
    return { start, end: start + seconds, speaker: speaker === visitor.name ? name : speaker, text };
  });
  return { title: "Monday planning", createdAt: new Date(now.getTime() - 20 * hour), segments };
}
