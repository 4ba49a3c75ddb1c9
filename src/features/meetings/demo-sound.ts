import type { Executor } from "../../server/database";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import { createPartsRepository } from "./parts-repository";

/** Most sound of a demo (bytes). Anybody may open one, so that its sound could fill the disk. */
const mostInDemo = 50 * 1024 * 1024;

/** @throws AppError `forbidden` if a demo would keep more sound than it may. */
export async function requireRoomInDemo(
  tx: Executor,
  actor: Actor,
  teamId: string,
  bytes: number,
): Promise<void> {
  if (actor.demo && (await createPartsRepository(tx).sizeOfTeam(teamId)) + bytes > mostInDemo)
    throw new AppError(
      "forbidden",
      "The demo keeps 50 MB of sound. Start a free trial to record more with your own team.",
    );
}
