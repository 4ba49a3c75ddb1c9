import type { Blobs } from "../../server/blobs";
import type { Executor } from "../../server/database";
import { AppError } from "../../shared/app-error";
import { day } from "../../shared/durations";
import { sizeWords } from "../../shared/wording";
import { bytesPerFile, createImportRepository } from "./repository";

/** How much may be uploaded, in bytes. */
export interface UploadLimits {
  /** In one upload. */
  upload: number;
  /** In all uploads of a team that aren't imported yet. */
  team: number;
  /** In all recordings of a team. */
  sound: number;
}

/** How long an upload waits for its start, and an uploaded file for its owner (milliseconds). */
const keptFor = day;

const uploadTooLarge = ({ upload, team }: UploadLimits): AppError =>
  new AppError(
    "too_large",
    `An upload may have at most ${sizeWords(Math.min(upload, team))}. Split the archive and upload its parts one after another.`,
  );

/** Counts the bytes and files of a team's uploads, including those that are just arriving in this process. */
export function createUploadQuota(limits: UploadLimits) {
  const arriving = new Map<string, number>();
  const add = (teamId: string, bytes: number): number => {
    const sum = (arriving.get(teamId) ?? 0) + bytes;
    if (sum > 0) arriving.set(teamId, sum);
    else arriving.delete(teamId);
    return sum;
  };
  return {
    /**
     * @returns a counter for one upload: `addFile` at the start of a file, then `add` for its bytes; both throw AppError
     * `too_large`. `end` frees what it counted.
     */
    async begin(db: Executor, teamId: string) {
      const waiting = await createImportRepository(db).waitingBytes(teamId);
      let [size, counted] = [0, 0];
      const addToTeam = (bytes: number): void => {
        counted += bytes;
        const ofTeam = waiting + add(teamId, bytes);
        // By itself too much: deleting others wouldn't help.
        if (counted > limits.team) throw uploadTooLarge(limits);
        if (ofTeam > limits.team)
          throw new AppError(
            "too_large",
            `Your team's uploads that aren't imported yet may have at most ${sizeWords(limits.team)}. Start or delete one of them first.`,
          );
      };
      return {
        addFile: (): void => addToTeam(bytesPerFile),
        add(bytes: number): void {
          size += bytes;
          if (size > limits.upload) throw uploadTooLarge(limits);
          addToTeam(bytes);
        },
        end: (): void => void add(teamId, -counted),
      };
    },
  };
}

/** Deletes uploads that nobody started within a day, and uploaded files that belong to no import. */
export async function purgeUploads(db: Executor, blobs: Blobs): Promise<void> {
  const before = new Date(Date.now() - keptFor);
  const imports = createImportRepository(db);
  await imports.removeUnstarted(before);
  const old = await blobs.unchangedSince("upload", before);
  const owned = await imports.ownedBlobs();
  for (const id of old) if (!owned.has(id)) await blobs.remove(id);
}
