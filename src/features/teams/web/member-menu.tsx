import { Menu } from "@mantine/core";
import { IconKey, IconUserMinus } from "@tabler/icons-react";
import { AnchoredMenu } from "../../../web/ui/anchored-menu";
import type { Role, TeamMember } from "../contract";
import { may } from "../rights";
import { memberName } from "./member-name";
import { mayRemove } from "./member-roles";
import classes from "./settings.module.css";

/** The member whose menu is open, and the button it is attached to. */
export interface MemberMenuTarget {
  member: TeamMember;
  button: HTMLElement;
}

interface MemberMenuProps {
  target: MemberMenuTarget;
  /** The viewer's role. */
  viewer: Role;
  onHandOver: () => void;
  onRemove: () => void;
  onClose: () => void;
}

/** Actions for a member; one menu for the whole list. */
export function MemberMenu({
  target: { member, button },
  viewer,
  onHandOver,
  onRemove,
  onClose,
}: MemberMenuProps) {
  return (
    <AnchoredMenu button={button} label={memberName(member.user)} onClose={onClose}>
      {may(viewer, "transferTeam") && (
        <Menu.Item
          className={classes.menuItem}
          leftSection={<IconKey size={16} stroke={1.75} aria-hidden />}
          onClick={onHandOver}
        >
          Make owner…
        </Menu.Item>
      )}
      {mayRemove(viewer, member.role) && (
        <Menu.Item
          className={classes.menuItem}
          color="danger"
          leftSection={<IconUserMinus size={16} stroke={1.75} aria-hidden />}
          onClick={onRemove}
        >
          Remove…
        </Menu.Item>
      )}
    </AnchoredMenu>
  );
}
