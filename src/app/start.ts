import { constants } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { followJob } from "../features/areas/jobs";
import { createFirebaseIdentity } from "../features/auth/firebase-identity";
import { firebaseMistakes } from "../features/auth/firebase-settings";
import type { IdentityProvider } from "../features/auth/identity";
import { type LocalIdentity, type LocalKey, openLocalIdentity } from "../features/auth/local-identity";
import { endPaymentsJob, reconcileJob, retainJob, syncPaymentsJob } from "../features/billing/jobs";
import { paymentSettings } from "../features/billing/payment/settings";
import { enforceRetention, type RetentionTools } from "../features/billing/retention";
import { demoJob } from "../features/demo/jobs";
import { startImportLoop } from "../features/imports/import-loops";
import { analyzeJob, countsJob, reanalyzeJob, refineJob, releaseJob } from "../features/inbox/jobs";
import { sendToReanalysis } from "../features/inbox/reanalysis/reanalyze";
import { wakeMessages } from "../features/inbox/service";
import { sweepTranscriptions, transcribeJob } from "../features/meetings/jobs";
import { writeConclusionsJob } from "../features/meetings/proposals/write-conclusions";
import { unfinishedMeetings } from "../features/meetings/unfinished";
import { deletionJob, deletionQueue } from "../features/portability/jobs";
import { wakeTasks } from "../features/tasks/service";
import { startLoop } from "../server/background-loop";
import type { Config } from "../server/config";
import { migrateDatabase } from "../server/database";
import type { JobHandler } from "../server/jobs";
import { createMailer } from "../server/mailer";
import { startPostgres } from "../server/postgres/postgres";
import { resealAll } from "../server/reseal";
import { oldKeyNotice } from "../server/secrets";
import { endAll, endTogether, endWithin } from "../server/workers/end-all";
import { giveWay } from "../server/workers/priority";
import { retentionJob } from "./retention";
import { sealedColumns } from "./sealed-columns";
import { createApp } from "./server";
import { openServices, type Services } from "./services/services";

/** The product, opened and running. */
export interface RunningProduct {
  services: Services;
  /** Undefined in a process that only runs jobs (ROLE=worker). */
  app: FastifyInstance | undefined;
  /** The key that each browser needs once before anyone can sign in; undefined with another identity provider. */
  localKey: LocalKey | undefined;
  /** Finishes running requests, then stops the jobs and everything this process started. */
  stop(): Promise<void>;
}

/** Opens the database and the services, but answers no requests and runs no jobs. */
export async function openProduct(
  config: Config,
  log: (line: string) => void,
): Promise<{ services: Services; local: LocalIdentity | undefined; close(): Promise<void> }> {
  const postgres = config.databaseUrl ? undefined : await startPostgres({ dataDir: config.dataDir, log });
  try {
    const databaseUrl = config.databaseUrl ?? (postgres?.url as string);
    // Before anything makes a key: a folder whose restore was broken off must still be able to get the backup's keys.
    await migrateDatabase(databaseUrl);
    const local = config.firebase ? undefined : await openLocalIdentity(config.dataDir);
    const services = await openServices({
      databaseUrl,
      dataDir: config.dataDir,
      identity: local ?? firebaseIdentity(config, log),
      payments: paymentSettings(config.given),
      languageModel: config.languageModel,
      uploadLimits: config.uploadLimits,
      publicUrl: config.publicUrl,
      address: webAddress(config),
      mail: config.mail,
      tokenLimit: config.tokenLimit,
      secretKey: config.secretKey,
      secretKeyLost: config.secretKeyLost,
      given: { ...config.given, PRIVATE_HOSTS: config.privateHosts },
      log,
    });
    return {
      services,
      local,
      close: () => endAll([services.close, () => postgres?.stop()]),
    };
  } catch (error) {
    await postgres?.stop();
    throw error;
  }
}

/** Invalid settings don't stop the server; the configuration screen and this line name the problem. */
function firebaseIdentity(config: Config, log: (line: string) => void): IdentityProvider {
  const settings = config.firebase ?? { apiKey: null, projectId: null, appId: null };
  for (const { variable, message } of firebaseMistakes(settings))
    log(`Nobody can sign in: ${message} (${variable}).`);
  return createFirebaseIdentity({
    settings,
    keysUrl: config.firebaseKeysUrl,
    emulator: config.emulatorHost !== undefined,
  });
}

const webAddress = ({ publicUrl, host, port }: Config): string => publicUrl ?? `http://${host}:${port}`;

/** Starts what ROLE asks for: answering requests, running jobs, or both. */
export async function startProduct(config: Config, log: (line: string) => void): Promise<RunningProduct> {
  const { services, local, close } = await openProduct(config, log);
  let app: FastifyInstance | undefined;
  const work: StopWork[] = [];
  // The work at the same time, because each part may have to wait for an answer.
  const stop = () => endAll([() => app?.close(), () => endTogether(work), close]);
  try {
    const oldKey = await oldKeyNotice(config.secretKey, join(config.dataDir, "secret.key"));
    if (oldKey) log(oldKey);
    // Sessions of an identity provider that this server no longer uses.
    await services.auth.endForeignSessions();
    app = config.role === "worker" ? undefined : await createApp(config, services, local);
    // On a machine with both, people's calls come first. PostgreSQL keeps its own priority.
    if (config.role === "worker") giveWay(constants.priority.PRIORITY_BELOW_NORMAL);
    if (config.role !== "web") await startWork(config, services, log, work);
    await app?.listen({ port: config.port, host: config.host });
    return { services, app, localKey: local?.localKey, stop };
  } catch (error) {
    // Work that goes on would keep the process, which couldn't start, from its end; but the reason doesn't wait long.
    await endWithin(longestStop, stop);
    throw error;
  }
}

/** How long what has started may take to stop before it is said why the rest couldn't start (milliseconds). */
const longestStop = 5_000;

/** Stops a part of the background work, and resolves when it has ended. */
type StopWork = () => Promise<unknown>;

/** How long after its end a snooze may last (milliseconds). */
const betweenWakings = 5_000;

/** @param started - gets what stops each part, as soon as the part runs. */
async function startWork(
  config: Config,
  services: Services,
  log: (line: string) => void,
  started: StopWork[],
): Promise<void> {
  const { billing, blobs, crm, db, deletion, demo, integrations, jobs, refineMessage, runImport } = services;
  const { speech, transcribeMeeting, writeConclusions } = services;
  const retention: RetentionTools = {
    db,
    sendMail:
      billing.deletesData && config.mail ? createMailer(config.mail.url, config.mail.from) : undefined,
    publicUrl: webAddress(config),
    sync: billing.sync,
    deleteTeam: deletion.deleteTeamNow,
  };
  await jobs.work([
    transcribeJob(transcribeMeeting),
    analyzeJob(db, jobs),
    reanalyzeJob(db),
    countsJob(db),
    retentionJob(db, blobs),
    demoJob(demo),
    syncPaymentsJob(billing),
    reconcileJob(billing),
    endPaymentsJob(billing),
    retainJob(() => enforceRetention(retention)),
    deletionJob(deletion),
    releaseJob(db, jobs, billing),
    followJob(db),
    ...(refineMessage ? [refineJob(refineMessage)] : []),
    ...(writeConclusions ? [writeConclusionsJob(writeConclusions)] : []),
  ] as JobHandler<never>[]);
  await resealAll(services.pool, services.secrets, sealedColumns);
  await sendToReanalysis(db, jobs);
  // Continues a deletion that the last stop has interrupted.
  await jobs.send(db, deletionQueue.name, {}, { singletonKey: "start" });
  const loops = { db, notifications: services.notifications, log };
  started.push(await startImportLoop(loops, "import", runImport));
  started.push(await startImportLoop(loops, "count", services.countImport));
  const snoozes = await startLoop({
    name: "snoozes",
    log,
    async work() {
      await wakeTasks(db);
      await wakeMessages(db);
      return betweenWakings;
    },
  });
  started.push(snoozes.stop);
  started.push(await sweepTranscriptions(() => unfinishedMeetings(db, speech), transcribeMeeting, log));
  started.push(await services.notices.work(log));
  started.push(await integrations.work());
  started.push(await crm.work());
  started.push(await services.outgoing.work());
}
