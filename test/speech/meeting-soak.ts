import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, inject, test } from "vitest";
import type { Meeting } from "../../src/features/meetings/contract";
import { engineFolder } from "../../src/features/speech/engine/engine-files";
import { wavOf } from "../../src/features/speech/engine/wav-file";
import { projectRoot } from "../../src/server/project-root";
import { atEnd } from "../support/at-end";
import { templateDatabase, withDatabase } from "../support/databases";
import { dataFolder, onlyIf } from "../support/only-if";
import { signIn } from "../support/person";
import { type ServerProcess, startServerProcess } from "../support/server-process";
import { enginesOf, missingSpeechEngine, speechDataDir } from "./installed-engine";
import { clipsIn, recordingOf } from "./shuffled-clips";
import { timesConcluded } from "./times-concluded";
import { wordsOf, wrongWords } from "./wrong-words";

const missing = dataFolder ? await missingSpeechEngine() : "EVAL_DATA isn't set to a folder with recordings";
const minutes = Number(process.env.SOAK_MINUTES ?? 60);

test("MEET-3 an hour of clips goes from file to tasks with the network unplugged, killed three times on the way", {
  ...onlyIf(missing === null, missing ?? ""),
  timeout: 3_600_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "zippy-soak-meeting-"));
  mkdirSync(dirname(engineFolder(dataDir)), { recursive: true });
  symlinkSync(engineFolder(speechDataDir), engineFolder(dataDir));
  const notes = join(dataDir, "unplugged.txt");
  writeFileSync(notes, "");
  const name = `soak_${randomUUID().replaceAll("-", "")}`;
  const settings = {
    DATABASE_URL: await withDatabase(inject("postgresUrl"), name, templateDatabase),
    NODE_OPTIONS: `--import ${join(projectRoot, "test/speech/unplugged.mjs")}`,
    UNPLUGGED_NOTES: notes,
  };
  let server: ServerProcess = await startServerProcess(dataDir, settings);
  atEnd(() => server.kill("SIGTERM"));
  const person = await signIn(server.url, "Ana Berg");
  const { sound, said } = recordingOf(clipsIn(join(dataFolder!, "speech", "librivox")), minutes * 60);
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(wavOf(sound, 16_000))]), "hour.wav");
  const sent = await fetch(`${server.url}/api/teams/${person.teamId}/meetings/upload`, {
    ...{ method: "POST", headers: { cookie: person.cookie }, body: form },
  });
  const { id } = (await sent.json()) as Meeting;
  const got = async () => (await person.get<Meeting>(`/api/meetings/${id}`)).body;
  const transcribed = async () => (await got()).transcribedSeconds;
  void person.post(`/api/meetings/${id}/transcribe`, {}).catch(() => undefined);

  const patience = { timeout: 3_000_000, interval: 200 };
  for (const [share, killed] of [
    [0.2, "server"],
    [0.5, "engine"],
    [0.8, "server"],
  ] as const) {
    await expect.poll(transcribed, patience).toBeGreaterThan(share * minutes * 60);
    expect((await got()).status).toBe("transcribing");
    if (killed === "engine") for (const engine of enginesOf(server.pid)) process.kill(engine, "SIGKILL");
    else {
      await server.kill("SIGKILL");
      server = await startServerProcess(dataDir, { ...settings, PORT: new URL(server.url).port });
    }
  }
  await expect.poll(async () => (await got()).status, patience).not.toBe("transcribing");

  const meeting = await got();
  expect(meeting).toMatchObject({ status: "completed", error: null, extractedTasks: [] });
  // There is nothing to do in a novel, but it was read for it.
  expect(meeting.summary).toMatch(/ of talk\b/);
  expect(await timesConcluded(settings.DATABASE_URL, id)).toBe(1);
  const spoken = said.join(" ");
  expect(wrongWords(meeting.transcript ?? "", spoken) / wordsOf(spoken).length).toBeLessThanOrEqual(0.1);
  expect(readFileSync(notes, "utf8")).toMatch(/^(loaded by \d+\n)+$/);
});
