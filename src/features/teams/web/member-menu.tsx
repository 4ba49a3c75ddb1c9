import { Menu } from "@mantine/core";
import { IconKey, IconLogout, IconUserMinus } from "@tabler/icons-react";
import { AnchoredMenu } from "../../../web/ui/anchored-menu";
import { personName } from "../../auth/web/person-name";
import type { Role, TeamMember } from "../contract";
import { may } from "../rights";
import { mayRemove } from "./member-roles";

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
  onSignOut: () => void;
  onRemove: () => void;
  onClose: () => void;
}

/** Actions for a member; one menu for the whole list. */
export function MemberMenu({
  target: { member, button },
  viewer,
  onHandOver,
  onSignOut,
  onRemove,
  onClose,
}: MemberMenuProps) {
  return (
    <AnchoredMenu button={button} label={personName(member.user)} onClose={onClose}>
      {may(viewer, "transferTeam") && (
        <Menu.Item leftSection={<IconKey size={16} stroke={1.75} aria-hidden />} onClick={onHandOver}>
          Make owner…
        </Menu.Item>
      )}
      {mayRemove(viewer, member.role) && (
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.75} aria-hidden />} onClick={onSignOut}>
          Sign out everywhere…
        </Menu.Item>
      )}
      {mayRemove(viewer, member.role) && (
        <Menu.Item
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
