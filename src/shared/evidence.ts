import { z } from "zod";

/**
 * Where a conclusion comes from: one span of a source text.
 *
 * `start` and `end` are UTF-16 offsets (end exclusive) into the part named by `part`: the message's `content`
 * or its `subject`. `quote` is exactly the text between them.
 */
export const Evidence = z.object({
  sourceType: z.enum(["message"]),
  sourceId: z.string(),
  part: z.enum(["content", "subject"]),
  start: z.number().int().min(0),
  end: z.number().int().min(0),
  quote: z.string(),
});
export type Evidence = z.infer<typeof Evidence>;

/** A span of the text being analyzed, before the text has an id. */
export type EvidenceSpan = Omit<Evidence, "sourceType" | "sourceId">;

/**
 * Where something said in a meeting is: one span of one segment of its transcript.
 *
 * `segment` is the segment's position; `start` and `end` are UTF-16 offsets (end exclusive) into its text, and
 * `quote` is exactly the text between them. `second` is about when they are said, from the start of the meeting.
 * What somebody keeps from an earlier transcript still has that one's place if the new one lacks its words; then the
 * text there isn't `quote`, and only `second` holds.
 */
export const MeetingEvidence = z.object({
  sourceType: z.literal("meeting"),
  sourceId: z.string(),
  segment: z.number().int().min(0),
  start: z.number().int().min(0),
  end: z.number().int().min(0),
  quote: z.string(),
  second: z.number().min(0),
});
export type MeetingEvidence = z.infer<typeof MeetingEvidence>;
