import { Skeleton } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { SectionCard } from "../../../web/ui/section-card";
import { isUnclaimed } from "../../../web/ui/shortcuts/returned-focus";
import type { Team, TeamMember } from "../contract";
import { useChangeRole, useRemoveMember } from "./member-changes";
import { MemberMenu, type MemberMenuTarget } from "./member-menu";
import { HandOverQuestion, LeaveQuestion, RemoveQuestion, SignOutQuestion } from "./member-questions";
import { MemberRow } from "./member-row";
import classes from "./settings.module.css";
import { useMembers } from "./team-queries";
import { teamTexts } from "./texts";

/** The open question and its member. */
type PendingQuestion = { about: TeamMember; what: "remove" | "hand over" | "sign out" | "leave" };

interface MembersSectionProps {
  team: Team;
  /** The viewer. */
  userId: string;
  /** True for a demo visitor, whose address is a sample. */
  demo: boolean;
}

/** All members of the team, with what the viewer may do about them. */
export function MembersSection({ team, userId, demo }: MembersSectionProps) {
  const members = useMembers(team.id);
  const changeRole = useChangeRole(team.id);
  const remove = useRemoveMember(team.id);
  const [menu, setMenu] = useState<MemberMenuTarget>();
  const [asked, setAsked] = useState<PendingQuestion>();
  const { heading, button: menuButton } = useKeptFocus(members.data, asked !== undefined);
  const close = () => setAsked(undefined);

  return (
    <SectionCard title="Members" headingRef={heading} note={members.data?.length.toLocaleString("en-US")}>
      <QueryView query={members} failure={teamTexts.failedToFetchMembers} skeleton={<RowSkeletons />}>
        {(all) => (
          <ul className={classes.rows} aria-label="Members">
            {all.map((member) => (
              <MemberRow
                key={member.user.id}
                member={member}
                viewer={team.role}
                self={member.user.id === userId}
                alone={all.length === 1}
                addressless={demo && member.user.id === userId}
                onRole={(role) => changeRole.mutate({ member, role })}
                onMenu={(button) => {
                  menuButton.current = button;
                  setMenu({ member, button });
                }}
                onLeave={() => setAsked({ about: member, what: "leave" })}
              />
            ))}
          </ul>
        )}
      </QueryView>
      {menu && (
        <MemberMenu
          target={menu}
          viewer={team.role}
          onHandOver={() => setAsked({ about: menu.member, what: "hand over" })}
          onSignOut={() => setAsked({ about: menu.member, what: "sign out" })}
          onRemove={() => setAsked({ about: menu.member, what: "remove" })}
          onClose={() => setMenu(undefined)}
        />
      )}
      {asked?.what === "remove" && (
        <RemoveQuestion
          member={asked.about}
          team={team}
          onClose={close}
          onConfirm={() => {
            close();
            remove.mutate(asked.about);
          }}
        />
      )}
      {asked?.what === "hand over" && <HandOverQuestion member={asked.about} team={team} onClose={close} />}
      {asked?.what === "sign out" && <SignOutQuestion member={asked.about} team={team} onClose={close} />}
      {asked?.what === "leave" && <LeaveQuestion team={team} userId={userId} onClose={close} />}
    </SectionCard>
  );
}

/**
 * Moves the focus to the heading when the focused row disappears.
 *
 * @param asking - a question about the row is still open.
 * @returns the heading's ref, and a ref to hold the menu's button.
 */
function useKeptFocus(rows: unknown, asking: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  const button = useRef<HTMLElement>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the rows may remove the button
  useEffect(() => {
    if (asking || !button.current || button.current.isConnected) return;
    button.current = undefined;
    // After the question has tried to restore the focus.
    requestAnimationFrame(() => {
      if (isUnclaimed()) heading.current?.focus({ preventScroll: true });
    });
  }, [rows, asking]);
  return { heading, button };
}

/** Mirrors a short list. */
export function RowSkeletons() {
  return (
    <div className={classes.skeletons} aria-hidden>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} height={44} radius="sm" />
      ))}
    </div>
  );
}
