import type { Executor } from "../../server/database";
import { publish } from "../../server/live-hub";
import type { SpeechService } from "../speech/service";
import { createPartsRepository } from "./parts-repository";
import { createMeetingRepository } from "./repository";

/**
 * The meetings that should be transcribed but aren't, as after a crash. Meetings that wait for a speech engine
 * are among them once there is one.
 */
export async function unfinishedMeetings(
  db: Executor,
  speech: Pick<SpeechService, "engine">,
): Promise<{ teamId: string; id: string }[]> {
  const parts = createPartsRepository(db);
  for (const { teamId, id } of await parts.waiting())
    if (await speech.engine(teamId))
      await db.transaction(async (tx) => {
        const repository = createMeetingRepository(tx);
        const current = await repository.lock([teamId], id);
        if (current?.status !== "needs_transcript") return;
        await repository.update(teamId, id, { status: "transcribing" });
        await publish(tx, { type: "meeting_updated", teamId, id });
      });
  return parts.abandoned();
}
