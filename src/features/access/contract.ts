import { z } from "zod";
import { endpoint } from "../../shared/endpoint";
import { areas } from "../../shared/token-areas";
import { typedText } from "../../shared/typed-values";

export const Area = z.enum(areas);

/** A person's key to a team for programs. The key itself is shown once, when it is created. */
export const AccessToken = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Its last four characters. */
  ending: z.string(),
  areas: z.array(Area),
  readOnly: z.boolean(),
  createdAt: z.iso.datetime(),
  /** Accurate to a minute; null: never used. */
  lastUsedAt: z.iso.datetime().nullable(),
  /** Null: it doesn't expire. */
  expiresAt: z.iso.datetime().nullable(),
});
export type AccessToken = z.infer<typeof AccessToken>;

/** Days until a token expires, as offered. */
export const lifetimes = [30, 90, 365] as const;

export const NewAccessToken = z.strictObject({
  name: typedText().min(1, "Give the token a name.").max(80, "Keep the name within 80 characters."),
  areas: z.array(Area).min(1, "Choose at least one area.").max(areas.length),
  readOnly: z.boolean().default(true),
  /** Days until it expires; null: never. */
  days: z.literal(lifetimes).nullable().default(90),
});
export type NewAccessToken = z.infer<typeof NewAccessToken>;

const inTeam = z.object({ teamId: z.uuid() });

export const listAccessTokens = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/access-tokens",
  summary: "Your own access tokens in a team, newest first.",
  params: inTeam,
  response: z.array(AccessToken),
});

export const createAccessToken = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/access-tokens",
  summary: "Create an access token. The response is the only one that contains it.",
  params: inTeam,
  body: NewAccessToken,
  response: AccessToken.extend({ token: z.string() }),
  errors: ["conflict"],
});

export const revokeAccessToken = endpoint({
  method: "DELETE",
  path: "/api/teams/:teamId/access-tokens/:id",
  summary: "Revoke one of your access tokens.",
  params: inTeam.extend({ id: z.uuid() }),
  response: z.object({ ok: z.literal(true) }),
});
