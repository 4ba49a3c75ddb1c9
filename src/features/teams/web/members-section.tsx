import { Skeleton } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { SectionCard } from "../../../web/ui/section-card";
import type { Team, TeamMember } from "../contract";
import { useChangeRole, useRemoveMember } from "./member-changes";
import { MemberMenu, type MemberMenuTarget } from "./member-menu";
import { HandOverQuestion, LeaveQuestion, RemoveQuestion } from "./member-questions";
import { MemberRow } from "./member-row";
import classes from "./settings.module.css";
import { useMembers } from "./team-queries";
import { teamTexts } from "./texts";

/** What is being asked about whom. */
type PendingQuestion = { about: TeamMember; what: "remove" | "hand over" | "leave" };

interface MembersSectionProps {
  team: Team;
  /** Who looks. */
  userId: string;
  /** They are a visitor of the demonstration: their address is made up. */
  demo: boolean;
}

/** Everybody in the team, with what the person may do about them. */
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
      {asked?.what === "leave" && <LeaveQuestion team={team} userId={userId} onClose={close} />}
    </SectionCard>
  );
}

/**
 * The heading takes the focus when the row whose menu was used goes with the focus in it.
 *
 * @param asking - a question about it is still open.
 * @returns the heading's ref, and where the menu's button is to be kept.
 */
function useKeptFocus(rows: unknown, asking: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  const button = useRef<HTMLElement>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the rows is what may take the button away
  useEffect(() => {
    if (asking || !button.current || button.current.isConnected) return;
    button.current = undefined;
    // After the question has tried to give the focus back.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
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
