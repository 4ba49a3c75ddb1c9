import type { Executor } from "../../server/database";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import { sizeWords } from "../../shared/wording";
import { createPartsRepository } from "./parts-repository";

/** Most sound of a demo (bytes). Anybody may open one, so that its sound could fill the disk. */
const mostInDemo = 50 * 1024 ** 2;

/**
 * Refuses sound that a team has no room for.
 *
 * @param limit - most bytes of all recordings of a team.
 * @throws AppError `forbidden` in a demo, `too_large` in other teams.
 */
export async function requireRoomForSound(
  tx: Executor,
  actor: Actor,
  { teamId, bytes, limit }: { teamId: string; bytes: number; limit: number },
): Promise<void> {
  const size = (await createPartsRepository(tx).sizeOfTeam(teamId)) + bytes;
  if (actor.demo && size > mostInDemo)
    throw new AppError(
      "forbidden",
      "The demo keeps 50 MB of sound. Start a free trial to record more with your own team.",
    );
  if (size > limit)
    throw new AppError(
      "too_large",
      `Your team's recordings may have at most ${sizeWords(limit)}. Delete the audio of older meetings first; their transcripts stay.`,
    );
}
