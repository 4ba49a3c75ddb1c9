import type { GivenRole, Role } from "../contract";
import { may } from "../rights";

/** A role as a label. */
export const roleNames: Record<Role, string> = { owner: "Owner", admin: "Admin", member: "Member" };

/** The roles to choose from, fewest rights first. */
export const givenRoles: readonly GivenRole[] = ["member", "admin"];

/** Whether one role may remove another or sign them out: nobody removes the owner, and only the owner removes admins. */
export function mayRemove(viewer: Role, role: Role): boolean {
  return may(viewer, "removeMembers") && role !== "owner" && (role === "member" || viewer === "owner");
}
