import type { Executor } from "../../../server/database";
import type { JobHandler } from "../../../server/jobs";
import type { LanguageModel } from "../../../server/language-model/language-model";
import { publish } from "../../../server/live-hub";
import type { PrivacyService } from "../../privacy/service";
import { createMeetingRepository } from "../repository";
import { checkedConclusions, linesToSend, system, WrittenAnswer } from "./written-conclusions";

/** Has a language model write what a meeting concludes. Exists only if one is configured. */
export const writeConclusionsQueue = { name: "write-conclusions", retryLimit: 3 };

/** A summary takes about 500 tokens; reasoning models need more. */
const maxOutputTokens = 4000;

interface Tools {
  db: Executor;
  model: LanguageModel;
  privacy: Pick<PrivacyService, "redactFor" | "opened" | "closed" | "tokensSince">;
  /** Most tokens per team and UTC day. */
  dailyTokens: number;
  /** Whether a team is a demo's. Anybody may open one, and the model may cost money. */
  isDemo: (teamId: string) => Promise<boolean>;
}

/** Writes the conclusions of one meeting. Safe to repeat. */
export type WriteConclusions = (teamId: string, meetingId: string, signal: AbortSignal) => Promise<void>;

/**
 * Has the language model write the summary and the decisions of a meeting. The text passes the team's redaction, the
 * call is recorded, and what Zippy concluded by itself stays unless the answer fits the transcript.
 *
 * @throws Error for a failure that may pass, so that the queue tries again.
 */
export function createWriteConclusions({ db, model, privacy, dailyTokens, isDemo }: Tools): WriteConclusions {
  return async (teamId, meetingId, signal) => {
    const repository = createMeetingRepository(db);
    const meeting = await repository.find([teamId], meetingId);
    if (!meeting || meeting.status === "transcribing" || (await isDemo(teamId))) return;
    const segments = await repository.segments(teamId, meetingId);
    const today = new Date(new Date().toISOString().slice(0, 10));
    if (segments.length === 0 || (await privacy.tokensSince(teamId, today)) >= dailyTokens) return;

    const redact = await privacy.redactFor(teamId);
    const speakers = [...new Set(segments.flatMap(({ speaker }) => speaker ?? []))];
    const people = speakers.map((name) => ({ name, address: null }));
    const { text, redacted, restore } = await redact(linesToSend(segments), people);
    const reply = await model.ask(
      {
        ...{ system, prompt: `----\n${text}\n----`, schema: WrittenAnswer, reading: WrittenAnswer },
        ...{ maxOutputTokens, signal },
      },
      {
        opened: (request) =>
          privacy.opened({ teamId, purpose: "meeting", subjectId: meetingId, redacted, ...request }),
        closed: (id, end) => privacy.closed(id, end),
      },
    );
    if (!reply.ok) {
      if (reply.permanent || reply.cause === "refused" || reply.cause === "unreadable") return;
      throw new Error(reply.detail);
    }
    const written = checkedConclusions(reply.value, segments, meetingId, restore);
    if (!written) return;
    await db.transaction(async (tx) => {
      const now = createMeetingRepository(tx);
      const current = await now.lock([teamId], meetingId);
      if (!current || current.deletedAt || current.status === "transcribing") return;
      const present = await now.segments(teamId, meetingId);
      const same =
        present.length === segments.length &&
        present.every(({ text: said }, at) => said === segments[at]?.text);
      // A later transcript gets conclusions of its own.
      if (!same) return;
      await now.update(teamId, meetingId, { ...written, concludedBy: model.model });
      await publish(tx, { type: "meeting_updated", teamId, id: meetingId });
    });
  };
}

export function writeConclusionsJob(
  write: WriteConclusions,
): JobHandler<{ teamId: string; meetingId: string }> {
  return {
    queue: writeConclusionsQueue.name,
    retryLimit: writeConclusionsQueue.retryLimit,
    concurrency: 1,
    run: ({ teamId, meetingId }, signal) => write(teamId, meetingId, signal),
  };
}
