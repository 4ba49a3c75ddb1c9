import { join } from "node:path";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import { minute } from "../../shared/durations";
import type { PrivacyService } from "../privacy/service";
import { requireRight, requireTeam } from "../teams/service";
import type { InstallStep, SpeechState } from "./contract";
import { engineName } from "./engine/engine-files";
import { createEngineInstaller, InstallError } from "./engine/engine-install";
import { EngineCrash } from "./engine/engine-run";
import { createInstalledEngine } from "./engine/installed-engine";
import type { HeardSpeech } from "./heard-speech";
import { transcribeWithServer } from "./server/server-transcription";
import type { CallSubject } from "./server/speech-server";
import type { SpeechServerSettings } from "./settings";
import { SpeechError } from "./speech-error";

/** What transcribes now: a configured server, or the engine installed on this machine. */
export interface SpeechEngine {
  kind: "server" | "installed";
  name: string;
}

/** What to transcribe, and for whom it is recorded in the ledger. */
export interface TranscribeOptions extends CallSubject {
  /** What an earlier run has done, as it was {@link HeardSpeech}; empty: nothing. */
  from: readonly number[];
  /** How long the sound is (seconds), as far as its recorder knows; null: unknown. */
  seconds: number | null;
  signal: AbortSignal;
}

export interface SpeechService {
  /** Which engine would transcribe a team's recordings now; null: none. */
  engine(teamId: string): Promise<SpeechEngine | null>;
  /**
   * Transcribes an audio file (mono, or stereo with You left and Others right).
   *
   * @returns what is heard from `from` on. Who stores it with its `done` loses no word and has none twice.
   * @throws SpeechError with a sentence for people, or the signal's reason.
   */
  transcribe(file: string, options: TranscribeOptions): AsyncIterable<HeardSpeech>;
  /**
   * What is said in some seconds of sound (16-bit samples at 16 kHz, mono). Only the engine on this machine is
   * asked, never a server.
   *
   * @returns null if there is no engine, or if it is busy with a recording.
   */
  caption(samples: Buffer): Promise<string | null>;
  state(actor: Actor, teamId: string): Promise<SpeechState>;
  /** Starts the installation; {@link state} tells how it goes. */
  install(actor: Actor, teamId: string): Promise<SpeechState>;
  /** Removes the engine, or stops its installation. */
  remove(actor: Actor, teamId: string): Promise<SpeechState>;
  /** Ends what runs; transcriptions throw. */
  close(): Promise<void>;
}

interface Tools {
  /** Null: no speech server is configured. */
  server: SpeechServerSettings | null;
  /** False: no engine may run on this machine. */
  engineAllowed: boolean;
  /** Whether a person may install and remove the engine in the product: only on a machine of their own. */
  mayChange: (userId: string) => Promise<boolean>;
  /** The folder with the engine's pinned package list. */
  source: string;
  dataDir: string;
  /** Path of the npm that started this process. */
  npm: string | undefined;
  privacy: Pick<PrivacyService, "opened" | "closed">;
  /** Whether a team is a demo's. Anybody may open one, so its recordings never go to the server. */
  isDemo: (teamId: string) => Promise<boolean>;
}

interface Installation {
  step: InstallStep;
  stop: AbortController;
  ended: Promise<void>;
}

/** Chooses what transcribes: the configured server, else the installed engine, else nothing. */
export function createSpeechService(tools: Tools): SpeechService {
  const { engineAllowed, mayChange, privacy, source, dataDir, npm } = tools;
  const installer = createEngineInstaller({ source, dataDir, npm });
  const installed = createInstalledEngine(installer.folder, join(dataDir, "speech", "work"));
  const closing = new AbortController();
  let installation: Installation | null = null;
  let failure: string | null = null;
  /** When a copy that failed its check is looked at again (milliseconds): it may have been incomplete. */
  let checkAgainAt = 0;

  const serverFor = async (teamId: string): Promise<SpeechServerSettings | null> =>
    tools.server && !(await tools.isDemo(teamId)) ? tools.server : null;

  const isReady = async () => engineAllowed && (await installer.isReady());

  function begin(work: (onStep: (step: InstallStep) => void, signal: AbortSignal) => Promise<void>): void {
    const stop = new AbortController();
    const current: Installation = { step: "downloading", stop, ended: Promise.resolve() };
    const onStep = (step: InstallStep) => {
      current.step = step;
    };
    failure = null;
    current.ended = work(onStep, AbortSignal.any([stop.signal, closing.signal]))
      .catch((error: unknown) => {
        if (!stop.signal.aborted && !closing.signal.aborted) failure = sentenceOf(error);
      })
      .finally(() => {
        installation = null;
      });
    installation = current;
  }

  /** What was copied here by hand is checked the first time somebody needs it. */
  async function checkCopied(): Promise<void> {
    if (!engineAllowed || installation || !installer.isUnchecked()) return;
    if (Date.now() < checkAgainAt) return;
    begin(async (onStep, signal) => {
      checkAgainAt = Date.now() + minute;
      await installer.check(onStep, signal);
      checkAgainAt = 0;
    });
  }

  async function installAnew(onStep: (step: InstallStep) => void, signal: AbortSignal): Promise<void> {
    try {
      await installer.install(onStep, signal);
    } finally {
      // Why this failed must not give way at once to what is wrong with a copy that lies there.
      checkAgainAt = installer.isUnchecked() ? Date.now() + minute : 0;
    }
  }

  async function engine(teamId: string): Promise<SpeechEngine | null> {
    const server = await serverFor(teamId);
    if (server) return { kind: "server", name: server.host };
    await checkCopied();
    return (await isReady()) ? { kind: "installed", name: engineName } : null;
  }

  async function currentState({ userId }: Actor, teamId: string): Promise<SpeechState> {
    const server = await serverFor(teamId);
    const now = await engine(teamId);
    const ready = await isReady();
    const status = !engineAllowed
      ? "off"
      : installation
        ? "installing"
        : ready
          ? "ready"
          : failure
            ? "failed"
            : "absent";
    return {
      engine: now,
      server: server && { host: server.host, model: server.model },
      installed: { status, step: installation?.step ?? null, message: status === "failed" ? failure : null },
      changeable: engineAllowed && (await mayChange(userId)),
    };
  }

  async function requireChange(actor: Actor, teamId: string): Promise<void> {
    requireRight(actor, teamId, "integrations");
    if (!engineAllowed)
      throw new AppError("conflict", "The settings of this Zippy don't allow an engine on its machine.");
    if (!(await mayChange(actor.userId)))
      throw new AppError(
        "conflict",
        "Several teams use this Zippy, so only its administrator can install or remove the engine.",
      );
  }

  return {
    engine,
    async *transcribe(file, options) {
      const signal = AbortSignal.any([options.signal, closing.signal]);
      const ready = await isReady();
      const server = await serverFor(options.teamId);
      const all = { ...options, signal };
      if (server) {
        const decoders = { all: ready ? installed.withDecoded : null, plainWav: installed.withPlainWav };
        yield* transcribeWithServer(server, privacy, file, all, decoders);
      } else if (ready) yield* installed.transcribe(file, all);
      else
        throw new SpeechError(
          "no_engine",
          "No speech engine is installed, and no speech server is configured.",
          false,
        );
    },
    async caption(samples) {
      if (!(await isReady())) return null;
      return installed.caption(samples, closing.signal).catch((error: unknown) => {
        // A killed engine costs one caption; the recording is stored all the same.
        if (error instanceof EngineCrash) return null;
        throw error;
      });
    },
    async state(actor, teamId) {
      requireTeam(actor, teamId);
      return currentState(actor, teamId);
    },
    async install(actor, teamId) {
      await requireChange(actor, teamId);
      if (!installation && !(await installer.isReady())) begin(installAnew);
      return currentState(actor, teamId);
    },
    async remove(actor, teamId) {
      await requireChange(actor, teamId);
      const running = installation;
      running?.stop.abort(new Error("the installation was stopped"));
      await running?.ended;
      await installer.remove();
      failure = null;
      checkAgainAt = 0;
      return currentState(actor, teamId);
    },
    async close() {
      closing.abort(new Error("Zippy is stopping"));
      await installation?.ended;
    },
  };
}

const sentenceOf = (error: unknown): string =>
  error instanceof InstallError
    ? error.message
    : "The installation failed. Check the free disk space and the network, and try again.";
