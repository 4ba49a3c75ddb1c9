import { z } from "zod";
import { endpoint } from "../../shared/endpoint";
import { User } from "../auth/contract";

/** A download of everything that a team owns. */
export const TeamExport = z.object({
  id: z.uuid(),
  /** `ready`: prepared; the download hasn't begun. `failed` includes downloads that broke off. */
  status: z.enum(["ready", "running", "completed", "failed"]),
  /** How many rows there are, and how many are in the file so far. */
  rows: z.int(),
  rowsDone: z.int(),
  /** The size of the file so far. */
  bytes: z.int(),
  /** Why it failed, as a sentence. */
  error: z.string().nullable(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
});
export type TeamExport = z.infer<typeof TeamExport>;

/** The name and version of the format; docs/export-format.md describes it. */
export const exportFormat = { name: "zippy-team-export", version: 1 } as const;

const inTeam = z.object({ teamId: z.uuid() });

export const listExports = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/exports",
  summary: "The latest downloads of the team's export, newest first (owner).",
  params: inTeam,
  response: z.array(TeamExport),
  errors: ["forbidden"],
});

export const prepareExport = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/exports",
  summary:
    "Prepare a download of everything the team owns (owner, after a fresh sign-in). GET /api/teams/{teamId}/export?id={id} then streams the zip.",
  freshSignIn: true,
  params: inTeam,
  response: TeamExport,
  errors: ["conflict"],
});

export const prepareOwnExport = endpoint({
  method: "POST",
  path: "/api/auth/user/export",
  summary:
    "Count what the person's own export will have (after a fresh sign-in). GET on the same path then streams the zip.",
  freshSignIn: true,
  response: z.object({ rows: z.int() }),
});

/** Where a person downloads their own data. It isn't in the OpenAPI document, because its answer is a zip. */
export const ownExportPath = "/api/auth/user/export";

/** How long a deletion can be taken back (days). The Privacy Policy promises it. */
export const takeBackDays = 30;

/** A deleted team that its owner can still take back. */
export const DeletedTeam = z.object({
  id: z.uuid(),
  name: z.string(),
  /** When it is deleted for good. */
  deletesAt: z.iso.datetime(),
});
export type DeletedTeam = z.infer<typeof DeletedTeam>;

const done = z.object({ ok: z.literal(true) });

export const deleteTeam = endpoint({
  method: "DELETE",
  path: "/api/teams/:teamId",
  summary:
    "Delete a team (owner, after a fresh sign-in): at once for everybody, for good after 30 days. Disconnects its accounts.",
  freshSignIn: true,
  params: inTeam,
  body: z.object({ name: z.string().max(200) }),
  response: DeletedTeam,
});

export const listDeletedTeams = endpoint({
  method: "GET",
  path: "/api/deleted-teams",
  summary: "The person's deleted teams that they can still take back.",
  response: z.array(DeletedTeam),
});

export const takeTeamBack = endpoint({
  method: "POST",
  path: "/api/deleted-teams/:teamId/restore",
  summary: "Take back the deletion of a team. Its accounts have to be connected again.",
  params: inTeam,
  response: done,
  errors: ["conflict"],
});

export const deleteAccount = endpoint({
  method: "DELETE",
  path: "/api/auth/user",
  summary:
    "Delete the person's account (after a fresh sign-in): signs out everywhere, leaves other people's teams, and deletes their own; for good after 30 days.",
  freshSignIn: true,
  body: z.object({ email: z.string().max(254) }),
  response: z.object({ deletesAt: z.iso.datetime() }),
  errors: ["conflict"],
});

export const takeAccountBack = endpoint({
  method: "POST",
  path: "/api/auth/user/restore",
  summary: "Take back the deletion of the person's account, with the teams that were deleted with it.",
  response: User,
});

/** The address of the download. It isn't in the OpenAPI document, because its answer is a zip. */
export const exportPath = (teamId: string, id?: string): string =>
  `/api/teams/${teamId}/export${id ? `?id=${id}` : ""}`;
