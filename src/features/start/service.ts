import type { Executor } from "../../server/database";
import { publish } from "../../server/live-hub";
import type { Actor } from "../../shared/actor";
import { isTimeZone } from "../../shared/time-zone";
import { nameOf } from "../auth/service";
import type { CorrectedMessages } from "../corrections/proposals";
import { fillTeam } from "../demo/fill-team";
import { recordChange } from "../journal/service";
import { requireRight, requireTeam, type TeamService } from "../teams/service";
import type { Start } from "./contract";
import { createStartRepository } from "./repository";
import { removeSamples } from "./sample-data";

export type StartService = ReturnType<typeof createStartService>;

interface Tools {
  db: Executor;
  teams: Pick<TeamService, "isMember">;
  messages: Pick<CorrectedMessages, "applyOverrides">;
}

/** The first minutes of a team: what it has done, and sample data to try Zippy with. */
export function createStartService({ db, teams, messages }: Tools) {
  const read = (actor: Actor, teamId: string, executor: Executor = db): Promise<Start> =>
    createStartRepository(executor).read(teamId, actor.userId);

  return {
    async get(actor: Actor, teamId: string): Promise<Start> {
      requireTeam(actor, teamId);
      return read(actor, teamId);
    },

    async dismiss(actor: Actor, teamId: string): Promise<Start> {
      requireTeam(actor, teamId);
      await createStartRepository(db).dismiss(teamId, actor.userId);
      return read(actor, teamId);
    },

    /** Adds the demo's messages and tasks, marked as sample data. Undo removes them. */
    async addSamples(actor: Actor, teamId: string, timeZone = "UTC"): Promise<Start> {
      requireRight(actor, teamId, "import");
      const name = (await nameOf(db, actor.userId)) || actor.email;
      return db.transaction(async (tx) => {
        await createStartRepository(tx).lockSamples(teamId);
        const before = await read(actor, teamId, tx);
        if (before.sample) return before;
        const zone = isTimeZone(timeZone) ? timeZone : "UTC";
        await fillTeam(tx, teams, { actor, teamId, now: new Date(), timeZone: zone, name, sample: true });
        await recordChange(
          tx,
          {
            teamId,
            userId: actor.userId,
            action: "samples.added",
            summary: "Added sample data",
            changes: [{ kind: "created", type: "samples", id: teamId, after: {} }],
          },
          [],
          [{ type: "task_created", id: teamId }],
        );
        return read(actor, teamId, tx);
      });
    },

    /** Removes all sample data in one step. */
    async removeSamples(actor: Actor, teamId: string): Promise<Start> {
      requireRight(actor, teamId, "import");
      return db.transaction(async (tx) => {
        for (const event of await removeSamples(tx, messages, teamId))
          await publish(tx, { ...event, teamId });
        return read(actor, teamId, tx);
      });
    },
  };
}
