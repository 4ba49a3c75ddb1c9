import type { Readable } from "node:stream";
import type pg from "pg";
import type { Blobs } from "../../server/blobs";
import type { Executor } from "../../server/database";
import { NoLongerAllowed, whileAllowed } from "../../server/http/while-allowed";
import { openMoment, structureVersion } from "../../server/moment";
import { reasonOf } from "../../server/query-failure";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import { recordAudit } from "../audit/service";
import { sessionGoesOn } from "../auth/service";
import type { Role } from "../teams/contract";
import { may } from "../teams/rights";
import { requireRight } from "../teams/service";
import type { TeamExport } from "./contract";
import { createDownloadRooms } from "./download-rooms";
import { countOwnRows, exportPerson, type PersonExport } from "./export-person";
import { countRows, exportTeam } from "./export-team";
import { createExportRepository, type ExportRow } from "./repository";
import { type RestoredTeam, restoreTeam } from "./restore-team";

/** Downloads at a time in one process; each holds a connection to the database. */
const mostAtOnce = 2;
/** Interval between two notes of how far a download is (milliseconds). */
const noteEvery = 500;
const listed = 5;

const failed = "The export stopped because of an error on the server. Start it again.";
const noLongerAllowed = "The download ended because its reader signed out or may no longer export the team.";
const brokenOff = "The download broke off before it was complete. Start it again.";

export type PortabilityService = ReturnType<typeof createPortabilityService>;

export function createPortabilityService({
  db,
  pool,
  blobs,
  log,
}: {
  db: Executor;
  pool: pg.Pool;
  blobs: Blobs;
  log: (line: string) => void;
}) {
  const exports = createExportRepository(db);
  const rooms = createDownloadRooms(mostAtOnce);
  /** People who are downloading their own data: one download each, so that nobody takes all the rooms. */
  const downloading = new Set<string>();
  /** Counts that are running, by person. A second request shares the first count, because each holds a connection. */
  const counting = new Map<string, Promise<{ rows: number }>>();
  /** The same for exports of teams that are being prepared, by team and person. */
  const preparing = new Map<string, Promise<ExportRow>>();

  /** Whether the person is still signed in, and in these teams with a role that may have the download. */
  async function mayGoOn(
    { sessionId, userId }: Actor,
    teamIds: string[],
    isEnough: (role: Role) => boolean = () => true,
  ): Promise<boolean> {
    const roles = await exports.rolesIn(teamIds, userId);
    return roles.length === teamIds.length && roles.every(isEnough) && sessionGoesOn(db, sessionId);
  }

  async function prepare(actor: Actor, teamId: string): Promise<ExportRow> {
    requireRight(actor, teamId, "exportTeam");
    await exports.endSilent(teamId, brokenOff);
    if (await exports.isRunning(teamId))
      throw new AppError("conflict", "An export of this team is being downloaded. Wait until it ends.");
    // The connection goes back first: counts that each wait for a second one would keep everybody from any.
    const rows = await counted((connection) => countRows(connection, { teamId, reader: actor.userId }));
    return exports.insert({ teamId, userId: actor.userId, rows });
  }

  /** Counts rows on a connection of its own. */
  async function counted<Count>(count: (connection: pg.PoolClient) => Promise<Count>): Promise<Count> {
    const moment = await openMoment(pool);
    try {
      return await count(moment.connection);
    } finally {
      await moment.close();
    }
  }

  /** The zip, piece by piece; notes in the row how far it is and how it ended. */
  async function* download(
    actor: Actor,
    { id, teamId }: ExportRow,
    name: string,
    release: () => void,
  ): AsyncGenerator<Buffer> {
    let [rowsDone, bytes, notedAt, complete] = [0, 0, performance.now(), false];
    const note = (changes: Parameters<typeof exports.update>[2]) =>
      exports
        .update(teamId, id, { rowsDone, bytes, ...changes })
        .catch((error: unknown) => log(`export: ${reasonOf(error)}`));
    let moment: Awaited<ReturnType<typeof openMoment>> | undefined;
    let problem = brokenOff;
    try {
      moment = await openMoment(pool);
      const zip = exportTeam(moment.connection, blobs, {
        teamId,
        reader: actor.userId,
        name,
        structure: await structureVersion(moment.connection),
        now: new Date(),
        onRows: (done) => {
          rowsDone = done;
        },
      });
      const isAllowed = () => mayGoOn(actor, [teamId], (role) => may(role, "exportTeam"));
      for await (const piece of whileAllowed(zip, isAllowed)) {
        bytes += piece.length;
        if (performance.now() - notedAt > noteEvery) {
          notedAt = performance.now();
          await note({});
        }
        yield piece;
      }
      complete = true;
    } catch (error) {
      const ended = error instanceof NoLongerAllowed;
      if (!ended) log(`export: ${reasonOf(error)}`);
      problem = ended ? noLongerAllowed : failed;
      throw error;
    } finally {
      release();
      await moment?.close();
      const finishedAt = new Date();
      await note(
        complete
          ? { status: "completed", rows: rowsDone, finishedAt }
          : { status: "failed", error: problem, finishedAt },
      );
    }
  }

  /** A person's own data, piece by piece. Part of it is their teams', so each team's audit log names it. */
  async function* downloadOwn(actor: Actor, release: () => void): AsyncGenerator<Buffer> {
    const entry = { userId: actor.userId, action: "own_data_exported" } as const;
    let moment: Awaited<ReturnType<typeof openMoment>> | undefined;
    try {
      moment = await openMoment(pool);
      // Later than the moment, so that the export has as many rows as were counted.
      await recordAudit(db, ...Object.keys(actor.roles).map((teamId) => ({ teamId, ...entry })));
      yield* whileAllowed(exportPerson(moment.connection, ownOf(actor)), () =>
        mayGoOn(actor, Object.keys(actor.roles)),
      );
    } catch (error) {
      if (!(error instanceof NoLongerAllowed)) log(`export: ${reasonOf(error)}`);
      throw error;
    } finally {
      release();
      await moment?.close();
    }
  }

  return {
    /** The latest downloads, newest first. */
    async list(actor: Actor, teamId: string): Promise<TeamExport[]> {
      requireRight(actor, teamId, "exportTeam");
      await exports.endSilent(teamId, brokenOff);
      return (await exports.latest(teamId, listed)).map(toExport);
    },

    /** How many rows a person's own export will have. A second request meanwhile waits for the same count. */
    prepareOwn(actor: Actor): Promise<{ rows: number }> {
      return once(actor.userId, counting, async () => ({
        rows: await counted((connection) => countOwnRows(connection, ownOf(actor))),
      }));
    },

    /**
     * Begins the download of a person's own data.
     *
     * @throws AppError `conflict` if the person downloads it already; `unavailable` if too many are going on.
     */
    beginOwn(actor: Actor): { name: string; zip: Readable } {
      if (downloading.has(actor.userId))
        throw new AppError("conflict", "You're downloading your data already. Wait until it ends.");
      const room = rooms.take(() => downloading.delete(actor.userId));
      downloading.add(actor.userId);
      return { name: fileName("my data"), zip: room.stream(downloadOwn(actor, room.release)) };
    },

    /** A second request meanwhile gets the same export. */
    async prepare(actor: Actor, teamId: string): Promise<TeamExport> {
      requireRight(actor, teamId, "exportTeam");
      const row = await once(`${teamId} ${actor.userId}`, preparing, () => prepare(actor, teamId));
      return toExport(row);
    },

    /**
     * Restores a team from the file of an export, for the administrator's command: the file decides who is in
     * the team, so that nobody may upload one.
     *
     * @throws AppError with a sentence if it can't be restored here; then nothing is changed.
     */
    async restore(path: string, onRows: (done: number) => void): Promise<RestoredTeam> {
      const connection = await pool.connect();
      try {
        return await restoreTeam(connection, blobs, path, onRows);
      } finally {
        connection.release();
      }
    },

    /**
     * Begins a download.
     *
     * @param id - of a prepared one; undefined prepares it now.
     * @throws AppError `conflict` if it has begun already; `unavailable` if too many are going on.
     */
    async begin(actor: Actor, teamId: string, id?: string): Promise<{ name: string; zip: Readable }> {
      requireRight(actor, teamId, "exportTeam");
      const room = rooms.take();
      try {
        const row = id ? await exports.find(teamId, id) : await prepare(actor, teamId);
        const name = await exports.teamName(teamId);
        if (!row || name === undefined) throw new AppError("not_found", "This export doesn't exist.");
        await db.transaction(async (tx) => {
          if (!(await createExportRepository(tx).begin(teamId, row.id)))
            throw new AppError("conflict", "This export was downloaded already. Prepare a new one.");
          await recordAudit(tx, { teamId, userId: actor.userId, action: "team_exported" });
        });
        return { name: fileName(name), zip: room.stream(download(actor, row, name, room.release)) };
      } catch (error) {
        room.release();
        throw error;
      }
    },
  };
}

/** What is under way for the key, or a new run of it. */
function once<Result>(
  key: string,
  underWay: Map<string, Promise<Result>>,
  run: () => Promise<Result>,
): Promise<Result> {
  const begun = underWay.get(key) ?? run().finally(() => underWay.delete(key));
  underWay.set(key, begun);
  return begun;
}

const ownOf = ({ userId, roles }: Actor): PersonExport => ({
  ...{ userId, teamIds: Object.keys(roles), now: new Date() },
});

/** Such as `zippy-ana-s-team-2026-11-22.zip`. */
function fileName(team: string): string {
  const words = team
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  const parts = ["zippy", words.slice(0, 60), new Date().toISOString().slice(0, 10)];
  return `${parts.filter(Boolean).join("-")}.zip`;
}

function toExport({
  id,
  status,
  rows,
  rowsDone,
  bytes,
  error,
  startedAt,
  finishedAt,
}: ExportRow): TeamExport {
  return {
    id,
    status,
    rows,
    rowsDone,
    bytes,
    error,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
