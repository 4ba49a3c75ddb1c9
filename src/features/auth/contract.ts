import { z } from "zod";
import { endpoint } from "../../shared/endpoint";
import { ShortcutKeys } from "../../shared/shortcut-keys";
import { isTimeZone } from "../../shared/time-zone";
import { typedText } from "../../shared/typed-values";

/** A person who can sign in. */
export const User = z.object({
  id: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.email(),
  profileImageUrl: z.string().nullable(),
  /** The IANA time zone in which "by Friday" ends; null until the person's browser has sent one. */
  timeZone: z.string().nullable(),
  /** The keys that the person has changed. */
  shortcutKeys: ShortcutKeys,
  /** When the demo ends, for its visitors; null for everybody else. */
  demoEndsAt: z.iso.datetime().nullable(),
  /** When the account is deleted, if the person asked for it; null for everybody else. */
  deletesAt: z.iso.datetime().nullable(),
});
export type User = z.infer<typeof User>;

export const verifyToken = endpoint({
  method: "POST",
  path: "/api/auth/verify",
  summary: "Sign in with an ID token of the identity provider; sets the session cookie.",
  session: false,
  body: z.object({
    idToken: z.string().min(1).max(20_000),
    /** Token of a new person's invitation: they join that team instead of getting their own. */
    invitation: z.string().max(200).optional(),
    /** The team to open: the one that was used last in this browser. Without it, and for others, the person's first. */
    teamId: z.uuid().optional(),
  }),
  response: User,
  errors: ["not_signed_in"],
});

export const confirmIdentity = endpoint({
  method: "POST",
  path: "/api/auth/confirm",
  summary:
    "Sign in again as the same person, for actions that need a fresh sign-in; renews the session cookie.",
  body: z.object({ idToken: z.string().min(1).max(20_000) }),
  response: z.object({ ok: z.literal(true) }),
});

export const currentUser = endpoint({
  method: "GET",
  path: "/api/auth/user",
  summary: "The signed-in user.",
  response: User,
});

export const updateUser = endpoint({
  method: "PATCH",
  path: "/api/auth/user",
  summary:
    "Change the signed-in user's time zone, which applies to messages that arrive from now on, or shortcut keys.",
  body: z.strictObject({
    timeZone: z.string().max(100).refine(isTimeZone, "Choose a time zone, such as Europe/Berlin.").optional(),
    /** All changed keys; those left out are as by default. */
    shortcutKeys: ShortcutKeys.optional(),
  }),
  response: User,
});

export const logout = endpoint({
  method: "POST",
  path: "/api/logout",
  summary: "End the session and clear its cookie. Returns 200 even without a session.",
  session: false,
  response: z.object({ ok: z.literal(true) }),
});

/** A device the person is signed in on. */
export const Session = z.object({
  id: z.uuid(),
  /** Such as "Firefox on Linux". */
  device: z.string(),
  createdAt: z.iso.datetime(),
  /** Accurate to a few minutes. */
  lastSeenAt: z.iso.datetime(),
  /** The session of this request. */
  current: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const listSessions = endpoint({
  method: "GET",
  path: "/api/sessions",
  summary: "The person's sessions, most recently used first.",
  response: z.array(Session),
});

export const revokeSession = endpoint({
  method: "DELETE",
  path: "/api/sessions/:id",
  summary: "End another session and its live connections.",
  params: z.object({ id: z.uuid() }),
  response: z.object({ ok: z.literal(true) }),
});

export const revokeAllSessions = endpoint({
  method: "DELETE",
  path: "/api/sessions",
  summary: "Sign out everywhere, including here.",
  response: z.object({ ok: z.literal(true) }),
});

/** What the browser needs for signing in. It comes at run time, so that one build works everywhere. */
export const IdentitySettings = z.discriminatedUnion("provider", [
  z.object({ provider: z.literal("local") }),
  z.object({
    provider: z.literal("firebase"),
    apiKey: z.string().nullable(),
    projectId: z.string().nullable(),
    appId: z.string().nullable(),
    authDomain: z.string().nullable(),
    /** Host and port of the Auth emulator, if one replaces Google. */
    emulatorHost: z.string().nullable(),
  }),
]);
export type IdentitySettings = z.infer<typeof IdentitySettings>;

export const identitySettings = endpoint({
  method: "GET",
  path: "/api/auth/settings",
  summary: "The public settings of the identity provider.",
  session: false,
  response: IdentitySettings,
});

export const localToken = endpoint({
  method: "POST",
  path: "/api/auth/local/token",
  summary:
    "An ID token from the embedded identity of this machine (only if no other provider is configured).",
  session: false,
  body: z.object({
    // In the order of the form, so that the first mistake is said.
    name: typedText().min(1, "Enter your name.").max(120),
    email: z.email({ error: "Enter an email address such as ana@example.com." }).max(254),
    /** The content of the file `local-key` in the data folder. */
    key: z.string().max(200).default(""),
  }),
  response: z.object({ idToken: z.string() }),
  errors: ["forbidden"],
});
