import type { Executor } from "../../server/database";
import { AppError } from "../../shared/app-error";
import type { AuthService, NewSession } from "../auth/service";
import type { TeamService } from "../teams/service";
import { demoHours } from "./contract";
import { fillTeam } from "./fill-team";

/** What a browser hands over when it asks for a demonstration. */
export interface DemoRequest {
  userAgent: string | undefined;
  /** Token of the session this browser has. */
  previous: string | undefined;
  /** IANA zone of the visitor; an unknown one counts as UTC. */
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
     * Begins a demonstration: a visitor with a filled team of their own. The one this browser was in before ends.
     *
     * @throws AppError `conflict` when the browser has a real session, which a demonstration would replace.
     */
    async start({
      userAgent,
      previous,
      timeZone = "UTC",
    }: DemoRequest): Promise<{ session: NewSession; teamId: string }> {
      const before = previous ? await auth.actor(previous) : undefined;
      if (before && !before.demo)
        throw new AppError("conflict", "You are signed in. Sign out before you open the demonstration.");

      const now = new Date();
      const endsAt = new Date(now.getTime() + demoHours * 3_600_000);
      const { user, teamId } = await db.transaction(async (tx) => {
        const user = await auth.createDemoUser(tx, endsAt);
        const teamId = await teams.createDemo(tx, user.id);
        const actor = {
          userId: user.id,
          sessionId: "none yet",
          email: user.email,
          roles: { [teamId]: "owner" as const },
          teamId,
          demo: true,
        };
        await fillTeam(tx, teams, { actor, teamId, now, timeZone: known(timeZone) ? timeZone : "UTC" });
        return { user, teamId };
      });
      const session = await auth.startSession(user, userAgent, endsAt);
      if (before && previous) await auth.logout(previous);
      return { session, teamId };
    },

    /** Removes every demonstration whose time is over, with everything in it. */
    removeEnded: (): Promise<void> => auth.removeEndedDemos(),
  };
}

/** Whether the runtime knows a time zone. */
function known(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone });
    return true;
  } catch {
    return false;
  }
}
