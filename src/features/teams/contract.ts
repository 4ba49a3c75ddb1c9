import { z } from "zod";
import { endpoint } from "../../shared/endpoint";

export const Role = z.enum(["owner", "admin", "member"]);
export type Role = z.infer<typeof Role>;

export const Team = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The signed-in user's role in it. */
  role: Role,
  createdAt: z.iso.datetime(),
});
export type Team = z.infer<typeof Team>;

export const TeamMember = z.object({
  role: Role,
  user: z.object({ id: z.uuid(), firstName: z.string(), lastName: z.string(), email: z.string() }),
});
export type TeamMember = z.infer<typeof TeamMember>;

export const listTeams = endpoint({
  method: "GET",
  path: "/api/teams",
  summary: "The user's teams, the first one joined first.",
  response: z.array(Team),
});

export const listMembers = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/members",
  summary: "The members of a team.",
  params: z.object({ teamId: z.uuid() }),
  response: z.array(TeamMember),
});
