import { Button } from "@mantine/core";
import { IconDots, IconSelector } from "@tabler/icons-react";
import { IconButton } from "../../../web/ui/icon-button";
import { personName } from "../../auth/web/person-name";
import type { GivenRole, Role, TeamMember } from "../contract";
import { may } from "../rights";
import { givenRoles, mayRemove, roleNames } from "./member-roles";
import classes from "./settings.module.css";

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });

interface MemberRowProps {
  member: TeamMember;
  /** The viewer's role. */
  viewer: Role;
  /** True if the member is the viewer. */
  self: boolean;
  /** True if the owner is alone in the team, and can neither leave nor transfer it. */
  alone: boolean;
  /** True if the email address is a demo visitor's sample address, which isn't shown. */
  addressless: boolean;
  onRole: (role: GivenRole) => void;
  onMenu: (button: HTMLElement) => void;
  onLeave: () => void;
}

/** One member. Plain elements, because hundreds of library components would be slow. */
export function MemberRow({
  member,
  viewer,
  self,
  alone,
  addressless,
  onRole,
  onMenu,
  onLeave,
}: MemberRowProps) {
  const name = personName(member.user);
  const leavable = self && !(alone && viewer === "owner");
  return (
    <li className={classes.member} data-leavable={leavable || undefined}>
      <span className={classes.initial} aria-hidden>
        {(Array.from(name)[0] ?? "").toUpperCase()}
      </span>
      <span className={classes.words}>
        <span className={classes.name}>
          <bdi>{name}</bdi>
          {self && <span className={classes.self}> (you)</span>}
        </span>
        {name !== member.user.email && !addressless && (
          <span className={classes.meta}>{member.user.email}</span>
        )}
      </span>
      <span className={classes.joined}>Joined {day.format(new Date(member.joinedAt))}</span>
      <MemberRole name={name} role={member.role} changeable={may(viewer, "changeRoles")} onChange={onRole} />
      <span className={classes.memberActions}>
        {leavable && (
          <Button variant="subtle" color="gray" className={classes.rowAction} onClick={onLeave}>
            Leave team
          </Button>
        )}
        {!self && mayRemove(viewer, member.role) && (
          <IconButton
            className={classes.more}
            aria-haspopup="menu"
            label={`More about ${name}`}
            onClick={({ currentTarget }) => onMenu(currentTarget)}
          >
            <IconDots size={18} stroke={1.75} aria-hidden />
          </IconButton>
        )}
      </span>
    </li>
  );
}

interface MemberRoleProps {
  name: string;
  role: Role;
  changeable: boolean;
  onChange: (role: GivenRole) => void;
}

function MemberRole({ name, role, changeable, onChange }: MemberRoleProps) {
  if (!changeable || role === "owner") return <span className={classes.role}>{roleNames[role]}</span>;
  return (
    <span className={classes.select}>
      <select
        aria-label={`Role of ${name}`}
        value={role}
        onChange={({ currentTarget }) => onChange(currentTarget.value as GivenRole)}
      >
        {givenRoles.map((given) => (
          <option key={given} value={given}>
            {roleNames[given]}
          </option>
        ))}
      </select>
      <IconSelector size={16} stroke={1.75} aria-hidden />
    </span>
  );
}
