import { showFailure } from "../../../web/ui/feedback/failure-toast";
import { Question } from "../../../web/ui/question";
import { confirmIdentity, needsFreshSignIn } from "../../auth/web/confirm-identity";
import { personName } from "../../auth/web/person-name";
import type { Team, TeamMember } from "../contract";
import { useSignOutMember, useTransferTeam } from "./member-changes";
import { useLeaveTeam } from "./team-changes";
import { teamTexts } from "./texts";

interface AboutMember {
  member: TeamMember;
  team: Team;
  onClose: () => void;
}

/** Asks before a member is removed. */
export function RemoveQuestion({
  member,
  team,
  onClose,
  onConfirm,
}: AboutMember & { onConfirm: () => void }) {
  const name = personName(member.user);
  return (
    <Question
      title={`Remove ${name}?`}
      onClose={onClose}
      confirm={{ label: "Remove", danger: true, run: onConfirm }}
    >
      <p>
        {name} loses access to {team.name} at once, wherever they are signed in. What they did in it stays,
        and tasks assigned to them stay theirs until somebody else is assigned. Their private accounts are
        disconnected, and their open invitations end. A new invitation lets them back in.
      </p>
    </Question>
  );
}

/** Asks before a member is signed out in all browsers. */
export function SignOutQuestion({ member, team, onClose }: AboutMember) {
  const name = personName(member.user);
  const signOut = useSignOutMember(team.id);
  return (
    <Question
      title={`Sign ${name} out everywhere?`}
      onClose={onClose}
      confirm={{
        label: "Sign out",
        danger: true,
        busy: signOut.isPending,
        run: () => signOut.mutate(member, { onSettled: onClose }),
      }}
    >
      <p>
        {name} will be signed out of all browsers, and so of their other teams too. They stay in {team.name}{" "}
        and can sign in again. Their access tokens keep working.
      </p>
    </Question>
  );
}

/** Asks before transferring the team, and explains the consequences. */
export function HandOverQuestion({ member, team, onClose }: AboutMember) {
  const name = personName(member.user);
  const transfer = useTransferTeam(team.id);
  const again = needsFreshSignIn(transfer.error);
  async function run() {
    try {
      if (again) await confirmIdentity();
      transfer.mutate(member, { onSuccess: onClose });
    } catch (error) {
      showFailure(teamTexts.failedToConfirm, error as Error);
    }
  }
  if (again)
    return (
      <Question
        title="Confirm that it's you"
        onClose={onClose}
        confirm={{ label: "Sign in again", busy: transfer.isPending, run }}
      >
        <p>You signed in a while ago. Sign in again to make {name} the owner.</p>
      </Question>
    );
  return (
    <Question
      title={`Make ${name} the owner?`}
      onClose={onClose}
      confirm={{
        label: "Make owner",
        busy: transfer.isPending,
        run,
      }}
    >
      <p>
        {name} will own {team.name} and decide about its members, roles and plan.
      </p>
      <p>You become admin. Only {name} can make you owner again.</p>
    </Question>
  );
}

/** Asks before the person leaves; an owner must transfer the team first. */
export function LeaveQuestion({
  team,
  userId,
  onClose,
}: {
  team: Team;
  userId: string;
  onClose: () => void;
}) {
  const leave = useLeaveTeam(team.id);
  if (team.role === "owner")
    return (
      <Question title="Transfer the team first" onClose={onClose}>
        <p>
          You own {team.name}, and a team needs an owner. Choose “Make owner” next to another member; then you
          can leave.
        </p>
      </Question>
    );
  return (
    <Question
      title={`Leave ${team.name}?`}
      onClose={onClose}
      confirm={{
        label: "Leave team",
        danger: true,
        busy: leave.isPending,
        run: () => leave.mutate(userId, { onSettled: onClose }),
      }}
    >
      <p>
        You lose access to its tasks and messages at once. What you did in it stays, and tasks assigned to you
        stay yours until somebody else is assigned. Your private accounts are disconnected. Only an invitation
        lets you back in.
      </p>
    </Question>
  );
}
