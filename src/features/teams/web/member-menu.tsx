import { IconKey, IconLogout, IconUserMinus } from "@tabler/icons-react";
import { AnchoredMenu } from "../../../web/ui/menu/anchored-menu";
import { MenuItem } from "../../../web/ui/menu/menu-items";
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
        <MenuItem leftSection={<IconKey size={16} stroke={1.75} aria-hidden />} onClick={onHandOver}>
          Make owner…
        </MenuItem>
      )}
      {mayRemove(viewer, member.role) && (
        <MenuItem leftSection={<IconLogout size={16} stroke={1.75} aria-hidden />} onClick={onSignOut}>
          Sign out everywhere…
        </MenuItem>
      )}
      {mayRemove(viewer, member.role) && (
        <MenuItem
          danger
          leftSection={<IconUserMinus size={16} stroke={1.75} aria-hidden />}
          onClick={onRemove}
        >
          Remove…
        </MenuItem>
      )}
    </AnchoredMenu>
  );
}
