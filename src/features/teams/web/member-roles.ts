import type { GivenRole, Role } from "../contract";
import { may } from "../rights";

/** A role as a label. */
export const roleNames: Record<Role, string> = { owner: "Owner", admin: "Admin", member: "Member" };

/** The roles to choose from, the one with fewer rights leading. */
export const givenRoles: readonly GivenRole[] = ["member", "admin"];

/** Whether a person with one role may remove another member with that role: the owner never goes, and admins only by the owner. */
export function mayRemove(viewer: Role, role: Role): boolean {
  return may(viewer, "removeMembers") && role !== "owner" && (role === "member" || viewer === "owner");
}
