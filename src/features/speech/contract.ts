import { z } from "zod";
import { endpoint } from "../../shared/endpoint";

/** The steps of an installation, in order. */
export const InstallStep = z.enum(["downloading", "checking", "testing"]);
export type InstallStep = z.infer<typeof InstallStep>;

/** How speech becomes text here. */
export const SpeechState = z.object({
  /** What transcribes now; null: nothing. */
  engine: z.object({ kind: z.enum(["server", "installed"]), name: z.string() }).nullable(),
  /** The configured server, which is always preferred. */
  server: z.object({ host: z.string(), model: z.string() }).nullable(),
  installed: z.object({
    /** `off`: the settings of this installation forbid an engine on this machine. */
    status: z.enum(["off", "absent", "installing", "ready", "failed"]),
    /** Only while installing. */
    step: InstallStep.nullable(),
    /** Why the last installation failed, for people. */
    message: z.string().nullable(),
  }),
  /** False: only the administrator can install or remove the engine, on the machine itself. */
  changeable: z.boolean(),
});
export type SpeechState = z.infer<typeof SpeechState>;

const inTeam = z.object({ teamId: z.uuid() });

export const getSpeech = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/speech",
  summary: "What turns recordings into text, and whether an engine is installed.",
  params: inTeam,
  response: SpeechState,
});

export const installSpeechEngine = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/speech/engine",
  summary: "Start to install the English speech engine on Zippy's server (owner or admin).",
  params: inTeam,
  response: SpeechState,
  errors: ["conflict"],
});

export const removeSpeechEngine = endpoint({
  method: "DELETE",
  path: "/api/teams/:teamId/speech/engine",
  summary: "Remove the speech engine from Zippy's server, or stop its installation (owner or admin).",
  params: inTeam,
  response: SpeechState,
  errors: ["conflict"],
});
