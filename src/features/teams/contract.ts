import { z } from "zod";
import { endpoint } from "../../shared/endpoint";
import { typedText } from "../../shared/typed-values";

/** What each may do is in `rights.ts`. A team has exactly one owner. */
export const Role = z.enum(["owner", "admin", "member"]);
export type Role = z.infer<typeof Role>;

/** A role that can be assigned; ownership is transferred instead. */
export const GivenRole = z.enum(["admin", "member"]);
export type GivenRole = z.infer<typeof GivenRole>;

export const Team = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The signed-in user's role in it. */
  role: Role,
  /** True for the session's current team: the first, unless another was chosen. */
  current: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type Team = z.infer<typeof Team>;

export const TeamMember = z.object({
  role: Role,
  joinedAt: z.iso.datetime(),
  user: z.object({ id: z.uuid(), firstName: z.string(), lastName: z.string(), email: z.string() }),
});
export type TeamMember = z.infer<typeof TeamMember>;

/** An invitation that hasn't been accepted yet. Its link is shown once, when it is created. */
export const Invitation = z.object({
  id: z.uuid(),
  role: GivenRole,
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type Invitation = z.infer<typeof Invitation>;

/** What the holder of an invitation's link sees. */
export const OfferedInvitation = z.object({
  teamName: z.string(),
  role: GivenRole,
  expiresAt: z.iso.datetime(),
});
export type OfferedInvitation = z.infer<typeof OfferedInvitation>;

const teamName = typedText().min(1, "Give the team a name.").max(80, "At most 80 characters.");
const inTeam = z.object({ teamId: z.uuid() });
const ofMember = z.object({ teamId: z.uuid(), userId: z.uuid() });
/** Any text: a wrong token gets the same response as one that never existed. */
const byToken = z.object({ token: z.string().max(200) });
const done = z.object({ ok: z.literal(true) });

export const listTeams = endpoint({
  method: "GET",
  path: "/api/teams",
  summary: "The user's teams: the one in use, and then the others in the order they joined them.",
  response: z.array(Team),
});

export const createTeam = endpoint({
  method: "POST",
  path: "/api/teams",
  summary: "Create a team that the user owns, and switch this session to it.",
  body: z.object({ name: teamName }),
  response: Team,
  errors: ["conflict"],
});

export const renameTeam = endpoint({
  method: "PATCH",
  path: "/api/teams/:teamId",
  summary: "Rename a team (owner or admin).",
  params: inTeam,
  body: z.object({ name: teamName }),
  response: Team,
});

export const switchTeam = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/switch",
  summary: "Switch this session to another of the user's teams.",
  params: inTeam,
  response: Team,
});

export const transferTeam = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/owner",
  summary:
    "Transfer a team to another member; the previous owner becomes admin (owner, after a fresh sign-in).",
  freshSignIn: true,
  params: inTeam,
  body: z.object({ userId: z.uuid() }),
  response: Team,
  errors: ["conflict"],
});

export const listMembers = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/members",
  summary: "The members of a team.",
  params: inTeam,
  response: z.array(TeamMember),
});

export const changeRole = endpoint({
  method: "PATCH",
  path: "/api/teams/:teamId/members/:userId",
  summary: "Change a member's role (owner).",
  params: ofMember,
  body: z.object({ role: GivenRole }),
  response: TeamMember,
  errors: ["conflict"],
});

export const removeMember = endpoint({
  method: "DELETE",
  path: "/api/teams/:teamId/members/:userId",
  summary:
    "Remove a member (owner; admin for members), or leave the team. Ends their access at once and disconnects their private accounts.",
  params: ofMember,
  response: done,
  errors: ["conflict"],
});

export const signOutMember = endpoint({
  method: "DELETE",
  path: "/api/teams/:teamId/members/:userId/sessions",
  summary: "Sign a member out in all browsers (owner; admin for members). They may sign in again.",
  params: ofMember,
  response: done,
  errors: ["conflict"],
});

export const listInvitations = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/invitations",
  summary: "The invitations that are still open (owner or admin).",
  params: inTeam,
  response: z.array(Invitation),
  errors: ["forbidden"],
});

export const createInvitation = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/invitations",
  summary: "Invite one person by a link (owner or admin). A team has at most 200 open invitations.",
  params: inTeam,
  body: z.object({ role: GivenRole, days: z.int().min(1).max(30).default(7) }),
  response: Invitation.extend({
    /** The link's secret part: {origin}/invite/{token}. It is returned only this once. */
    token: z.string(),
  }),
  errors: ["limit_reached", "conflict"],
});

export const revokeInvitation = endpoint({
  method: "DELETE",
  path: "/api/teams/:teamId/invitations/:id",
  summary: "Withdraw an invitation (owner or admin).",
  params: z.object({ teamId: z.uuid(), id: z.uuid() }),
  response: done,
});

export const offeredInvitation = endpoint({
  method: "GET",
  path: "/api/invitations/:token",
  summary: "What an invitation offers, for the holder of its link.",
  session: false,
  params: byToken,
  response: OfferedInvitation,
  errors: ["conflict"],
});

export const acceptInvitation = endpoint({
  method: "POST",
  path: "/api/invitations/:token/accept",
  summary: "Join the team of an invitation, and switch this session to it.",
  params: byToken,
  response: Team,
  errors: ["conflict", "limit_reached"],
});

/**
 * What people agree to: `terms`: the Terms of Service and the Privacy Policy, by signing in; `figures`: the team sees
 * their figures; `digest`: a mail each day; `unredacted_names` and `unredacted_addresses`: names and addresses of the
 * team's texts leave for outside services as they are, which its owner or an admin decides.
 */
export const ConsentSubject = z.enum([
  "terms",
  "figures",
  "digest",
  "unredacted_names",
  "unredacted_addresses",
]);
export type ConsentSubject = z.infer<typeof ConsentSubject>;

/** A record of a consent. Of each subject, in each team, the newest applies. */
export const Consent = z.object({
  id: z.uuid(),
  /** Null: it doesn't depend on a team. */
  teamId: z.uuid().nullable(),
  subject: ConsentSubject,
  /** False: taken back. */
  given: z.boolean(),
  /** The version of what was agreed to, such as the date of the terms. */
  version: z.string().nullable(),
  at: z.iso.datetime(),
});
export type Consent = z.infer<typeof Consent>;

export const listConsents = endpoint({
  method: "GET",
  path: "/api/auth/user/consents",
  summary: "What the person has agreed to and taken back, in their teams and beyond, newest first.",
  response: z.array(Consent),
});
