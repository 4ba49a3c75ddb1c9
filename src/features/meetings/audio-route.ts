import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type Authenticate, requireActor } from "../../server/http/http";
import { whileAllowed } from "../../server/http/while-allowed";
import { AppError } from "../../shared/app-error";
import { audioKinds } from "../speech/audio-kind";
import type { MeetingService } from "./service";

const Params = z.object({ id: z.uuid(), partId: z.uuid() });

/**
 * Sends the sound of meetings to players, which ask for ranges of bytes.
 *
 * @param goesOn - the same as `authenticate` while sound is sent; doesn't count as a call.
 */
export function registerMeetingAudio(
  app: FastifyInstance,
  meetings: Pick<MeetingService, "audioFile">,
  { authenticate, goesOn }: { authenticate: Authenticate; goesOn: Authenticate },
): void {
  app.get("/api/meetings/:id/audio/:partId", { schema: { hide: true } }, async (request, reply) => {
    const actor = await requireActor(request, authenticate);
    const params = Params.safeParse(request.params);
    if (!params.success) throw new AppError("not_found", "This recording isn't there any more.");
    const { path, part } = await meetings.audioFile(actor, params.data.id, params.data.partId);
    const size = (await stat(path).catch(() => undefined))?.size;
    if (size === undefined) throw new AppError("not_found", "This recording isn't there any more.");
    const kind = audioKinds[part.format as keyof typeof audioKinds];
    reply
      .header("content-type", kind?.type ?? "application/octet-stream")
      .header("accept-ranges", "bytes")
      // Without a name: a link that saves the file names it after the meeting.
      .header("content-disposition", "inline");
    const range = rangeOf(request.headers.range, size);
    if (range === null) return reply.code(416).header("content-range", `bytes */${size}`).send();
    // Sending hours of sound can take as long, while the person is signed out or leaves the team.
    const mayGoOn = async () => {
      try {
        const current = await goesOn(request);
        if (current) await meetings.audioFile(current, params.data.id, params.data.partId);
        return current !== undefined;
      } catch (error) {
        // A database that is away for a moment refuses nobody. The next time tells.
        return !(error instanceof AppError);
      }
    };
    // Opens the file with the first read, so that a listener who has gone leaves none open.
    const sound = (options?: { start: number; end: number }) =>
      Readable.from(
        (async function* () {
          yield* whileAllowed(createReadStream(path, options), mayGoOn);
        })(),
        { objectMode: false },
      );
    if (!range) return reply.header("content-length", size).send(sound());
    return reply
      .code(206)
      .header("content-range", `bytes ${range.start}-${range.end}/${size}`)
      .header("content-length", range.end - range.start + 1)
      .send(sound(range));
  });
}

/** Null: the range can't be satisfied; undefined: the whole file. Both ends are included. */
function rangeOf(
  header: string | undefined,
  size: number,
): { start: number; end: number } | null | undefined {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header ?? "");
  if (!found || (found[1] === "" && found[2] === "")) return undefined;
  const start = found[1] === "" ? Math.max(0, size - Number(found[2])) : Number(found[1]);
  const end = found[1] === "" || found[2] === "" ? size - 1 : Math.min(Number(found[2]), size - 1);
  return start > end || start >= size ? null : { start, end };
}
