import { z } from "zod";
import { endpoint } from "../../shared/endpoint";

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

/** The address of the download. It isn't in the OpenAPI document, because its answer is a zip. */
export const exportPath = (teamId: string, id?: string): string =>
  `/api/teams/${teamId}/export${id ? `?id=${id}` : ""}`;
