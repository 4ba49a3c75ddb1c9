import type { Role } from "./contract";

/**
 * What each role may do: one table, which the server enforces and the screens follow. Every member may read
 * the team and work with its tasks, messages, meetings and chat.
 */
export const rights = {
  work: { roles: ["owner", "admin", "member"] },
  import: { roles: ["owner", "admin", "member"], withheldInDemo: true },
  integrations: { roles: ["owner", "admin"], withheldInDemo: true },
  crm: { roles: ["owner", "admin"], withheldInDemo: true },
  renameTeam: { roles: ["owner", "admin"] },
  invite: { roles: ["owner", "admin"], withheldInDemo: true },
  removeMembers: { roles: ["owner", "admin"] },
  changeRoles: { roles: ["owner"] },
  changePrivacy: { roles: ["owner", "admin"] },
  transferTeam: { roles: ["owner"] },
  useTokens: { roles: ["owner", "admin", "member"], withheldInDemo: true },
  readAuditLog: { roles: ["owner"] },
  deleteTeam: { roles: ["owner"], withheldInDemo: true },
  exportTeam: { roles: ["owner"], withheldInDemo: true },
  billing: { roles: ["owner"], withheldInDemo: true },
} as const satisfies Record<string, { roles: readonly Role[]; withheldInDemo?: boolean }>;

export type Right = keyof typeof rights;

/** Whether a role has a right. */
export function may(role: Role, right: Right): boolean {
  return (rights[right].roles as readonly Role[]).includes(role);
}

/** Whether demo visitors don't get a right. */
export function withheldInDemo(right: Right): boolean {
  return "withheldInDemo" in rights[right];
}

/** The roles that have a right, in words: "owner", "owner or admin". */
export function rolesFor(right: Right): string {
  return rights[right].roles.join(" or ");
}
