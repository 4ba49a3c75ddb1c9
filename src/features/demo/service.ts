import type { Executor } from "../../server/database";
import { AppError } from "../../shared/app-error";
import { hour } from "../../shared/durations";
import { isTimeZone } from "../../shared/time-zone";
import type { AuthService, NewSession } from "../auth/service";
import type { TeamService } from "../teams/service";
import { demoHours } from "./contract";
import { fillTeam } from "./fill-team";

/** What a browser sends to start a demo. */
export interface DemoRequest {
  userAgent: string | undefined;
  /** Token of this browser's current session. */
  previous: string | undefined;
  /** The visitor's IANA time zone. An unknown one counts as UTC. */
  timeZone: string | undefined;
}

export type DemoService = ReturnType<typeof createDemoService>;

export function createDemoService({
  db,
  auth,
  teams,
}: {
  db: Executor;
  auth: Pick<AuthService, "actor" | "createDemoUser" | "startSession" | "logout" | "removeEndedDemos">;
  teams: Pick<TeamService, "createDemo" | "isMember">;
}) {
  return {
    /**
     * Starts a demo: a visitor with a filled team. Ends the demo this browser was in before.
     *
     * @throws AppError `conflict` if the browser has a real session, which the demo would replace.
     */
    async start({
      userAgent,
      previous,
      timeZone = "UTC",
    }: DemoRequest): Promise<{ session: NewSession; teamId: string }> {
      const before = previous ? await auth.actor(previous) : undefined;
      if (before && !before.demo)
        throw new AppError("conflict", "You're signed in. Sign out before you open the demo.");

      const now = new Date();
      const endsAt = new Date(now.getTime() + demoHours * hour);
      const { user, teamId } = await db.transaction(async (tx) => {
        const user = await auth.createDemoUser(tx, endsAt);
        const teamId = await teams.createDemo(tx, user.id);
        const actor = {
          userId: user.id,
          sessionId: "none yet",
          expiresAt: endsAt,
          signedInAt: now,
          email: user.email,
          roles: { [teamId]: "owner" as const },
          teamId,
          demo: true,
        };
        await fillTeam(tx, teams, { actor, teamId, now, timeZone: isTimeZone(timeZone) ? timeZone : "UTC" });
        return { user, teamId };
      });
      const session = await auth.startSession(user, userAgent, { expiresAt: endsAt });
      if (before && previous) await auth.logout(previous);
      return { session, teamId };
    },

    /** Removes every ended demo with all its data. */
    removeEnded: (): Promise<void> => auth.removeEndedDemos(),
  };
}
