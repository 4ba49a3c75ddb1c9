import { join } from "node:path";
import { createAccessService } from "../../features/access/service";
import { createAnalyticsService } from "../../features/analytics/service";
import { followQueue } from "../../features/areas/jobs";
import { addTasksToArea, createAreaService, followCompanies } from "../../features/areas/service";
import { createAuditService, recordAudit } from "../../features/audit/service";
import type { IdentityProvider } from "../../features/auth/identity";
import { administers, createAuthService } from "../../features/auth/service";
import type { PaymentSettings } from "../../features/billing/payment/settings";
import { createBillingService } from "../../features/billing/service";
import { createRelated } from "../../features/context/related";
import { createRetrieval } from "../../features/context/retrieve";
import { createContextService } from "../../features/context/service";
import { createCorrectionService } from "../../features/corrections/service";
import { createCrms } from "../../features/crm/crms/registry";
import { findContacts } from "../../features/crm/find-contacts";
import { createCrmService } from "../../features/crm/service";
import { createDemoService } from "../../features/demo/service";
import { createFeedService } from "../../features/feeds/service";
import { createBreakdown } from "../../features/focus/breakdown/breakdown";
import { createFocusService } from "../../features/focus/service";
import { createImportCount } from "../../features/imports/count-run";
import { createImportRun } from "../../features/imports/run";
import { createImportService } from "../../features/imports/service";
import type { UploadLimits } from "../../features/imports/uploads";
import { createCorrectedMessages } from "../../features/inbox/corrected-messages";
import { createExplainer } from "../../features/inbox/explaining/explainer";
import { createInboxPreferences } from "../../features/inbox/preferences/preferences";
import { refineQueue, releaseQueue } from "../../features/inbox/queues";
import { createParserPool } from "../../features/inbox/reading/parser-pool";
import { createRefinement } from "../../features/inbox/refinement/refine";
import { createInboxService } from "../../features/inbox/service";
import { createTaskMessages } from "../../features/inbox/task-messages";
import { requireKnownKeys } from "../../features/integrations/connect/unknown-keys";
import { createProviders } from "../../features/integrations/providers/registry";
import { createConnectionRepository } from "../../features/integrations/repository";
import { createIntegrationService } from "../../features/integrations/service";
import { createJournalService } from "../../features/journal/service";
import { createToolCallService } from "../../features/mcp/service";
import { createWriteConclusions } from "../../features/meetings/proposals/write-conclusions";
import { createMeetingService } from "../../features/meetings/service";
import { createTranscribeRun } from "../../features/meetings/transcription/transcribe-run";
import { createNotificationService } from "../../features/notifications/service";
import { createOutgoingService } from "../../features/outgoing/service";
import { createDeletionService } from "../../features/portability/deletion";
import { createPortabilityService } from "../../features/portability/service";
import { createPrivacyService } from "../../features/privacy/service";
import { createSpeechService } from "../../features/speech/service";
import { engineAllowed, speechServerIn } from "../../features/speech/settings";
import { createStartService } from "../../features/start/service";
import { createCommentService } from "../../features/tasks/comments/service";
import { createTaskService } from "../../features/tasks/service";
import { createTeamService } from "../../features/teams/service";
import { openBlobs } from "../../server/blobs";
import { openDatabase } from "../../server/database";
import { countCalls } from "../../server/http/rate-limit";
import { openJobs } from "../../server/jobs";
import { createLanguageModel } from "../../server/language-model/language-model";
import type { LanguageModelSettings } from "../../server/language-model/settings";
import { createMailer } from "../../server/mailer";
import { listenToDatabase } from "../../server/notifications";
import { projectRoot } from "../../server/project-root";
import { openSecrets } from "../../server/secrets";
import { endAll } from "../../server/workers/end-all";
import { queuesFor } from "../queues";
import { outsideServices } from "./outside-services";
import { createReverts } from "./reverts";

/**
 * How long running jobs may take to finish at a stop; longer ones continue at the next start (milliseconds).
 */
const jobGrace = 5000;

/** Everything the product does, on one database; the server and the import command share it. */
export type Services = Awaited<ReturnType<typeof openServices>>;

/**
 * Opens all services on a migrated database.
 *
 * @param log - receives a line for each background error.
 */
export async function openServices({
  databaseUrl,
  dataDir,
  identity,
  payments,
  languageModel,
  uploadLimits,
  publicUrl,
  address,
  mail,
  tokenLimit,
  secretKey,
  secretKeyLost,
  given,
  log,
}: {
  databaseUrl: string;
  dataDir: string;
  identity: IdentityProvider;
  payments: PaymentSettings;
  /** Null: no language model is used. */
  languageModel: LanguageModelSettings | null;
  uploadLimits: UploadLimits;
  publicUrl: string | undefined;
  /** Where people reach Zippy on the web, without a slash at its end. */
  address: string;
  /** Null: no mail is sent. */
  mail: { url: string; from: string } | null;
  /** Calls per minute of one access token. */
  tokenLimit: number;
  secretKey: string | undefined;
  /** Whether to give up access that is encrypted with an unknown key; otherwise such a key prevents the start. */
  secretKeyLost: boolean;
  /** The complete environment, because channels read their own settings. */
  given: Readonly<Record<string, string | undefined>>;
  log: (line: string) => void;
}) {
  const secrets = await openSecrets(secretKey, join(dataDir, "secret.key"));
  const { db, pool, close } = openDatabase(databaseUrl, (error) =>
    log(`a database connection broke: ${error.message}`),
  );
  await requireKnownKeys(db, secrets, secretKeyLost).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const notifications = await listenToDatabase(databaseUrl, log);
  const jobs = await openJobs(pool, notifications, queuesFor(languageModel !== null), (error) =>
    log(`jobs: ${error.message}`),
  );
  const blobs = openBlobs(join(dataDir, "blobs"));

  // Each service depends only on those above it.
  const billing = createBillingService({
    db,
    settings: payments,
    jobs,
    audit: recordAudit,
    countIntegrations: (teamId) => createConnectionRepository(db).count(teamId),
    teamsWithIntegrations: (atLeast) => createConnectionRepository(db).teamsWith(atLeast),
    onPlanChanged: (tx, teamId) => jobs.send(tx, releaseQueue.name, { teamId }),
  });
  const parser = createParserPool();
  const importCount = createImportCount({ db, pool, blobs });
  const integrations = createIntegrationService({
    db,
    jobs: { ...jobs, meter: billing },
    parser,
    notifications,
    secrets,
    billing,
    providers: createProviders(given),
    publicUrl: publicUrl ?? null,
    log,
  });
  const outgoing = createOutgoingService({ db, secrets, publicOnly: given.PRIVATE_HOSTS !== "allow", log });
  const crm = createCrmService({
    ...{ db, notifications, secrets, crms: createCrms(given), log },
    onRecordsSynced: followCompanies,
    onRecordsRemoved: (tx, teamId, connectionId) => jobs.send(tx, followQueue.name, { teamId, connectionId }),
  });
  const teams = createTeamService({
    db,
    plans: billing,
    onMemberLeft: integrations.onMemberLeft,
    audit: recordAudit,
  });
  const auth = createAuthService({ db, identity, teams });
  const mayAdminister = (userId: string) => administers(db, identity, userId);
  const retrieval = createRetrieval({
    db,
    async findCompanies(teamId, addresses) {
      const contacts = await findContacts(db, teamId, addresses);
      return new Map([...contacts].map(([address, { companyName }]) => [address, companyName ?? ""]));
    },
  });
  const findRelated = createRelated({ db, retrieval });
  const tasks = createTaskService({
    ...{ db, teams, messages: createTaskMessages(db), findRelated },
    joinArea: addTasksToArea,
  });
  const explainer = createExplainer();
  const inbox = createInboxService({
    db,
    tasks,
    explainer,
    findSource: integrations.sourceOf,
    findRelated,
    findContacts,
  });
  const correctedMessages = createCorrectedMessages(db);
  const model = languageModel && createLanguageModel(languageModel);
  const speechServer = speechServerIn(given);
  const privacy = createPrivacyService({ db, outsideServices: outsideServices(model, speechServer) });
  const context = createContextService({
    db,
    retrieval,
    tasks,
    writer: model && { model, privacy, dailyTokens: languageModel?.dailyTokens ?? 0 },
  });
  const speech = createSpeechService({
    server: speechServer,
    engineAllowed: engineAllowed(given),
    mayChange: async (userId) => given.PRIVATE_HOSTS === "allow" && (await mayAdminister(userId)),
    source: join(projectRoot, "speech"),
    npm: given.npm_execpath,
    dataDir,
    privacy,
    isDemo: teams.isDemo,
  });
  return {
    db,
    pool,
    secrets,
    notifications,
    jobs,
    blobs,
    teams,
    tasks,
    comments: createCommentService({ db, teams }),
    feeds: createFeedService({ db }),
    inbox,
    inboxPreferences: createInboxPreferences({ db }),
    auth,
    billing,
    corrections: createCorrectionService({ db, messages: correctedMessages }),
    privacy,
    speech,
    areas: createAreaService({ db }),
    context,
    audit: createAuditService({ db }),
    notices: createNotificationService({
      ...{ db, secrets, publicUrl, address },
      nearLimits: billing.nearLimits,
      sendMail: mail && createMailer(mail.url, mail.from),
      publicOnly: given.PRIVATE_HOSTS !== "allow",
      administers: mayAdminister,
    }),
    focus: createFocusService({
      db,
      tasks,
      breakDown: createBreakdown({
        contextOf: (actor, taskId) => tasks.context(actor, taskId),
        model,
        privacy,
        dailyTokens: languageModel?.dailyTokens ?? 0,
      }),
    }),
    portability: createPortabilityService({ db, pool, blobs, log }),
    deletion: createDeletionService({
      ...{ db, pool, blobs, jobs, auth, teams, log },
      async onTeamDeleted(tx, team) {
        await billing.onTeamDeleted(tx, team.teamId);
        await crm.onTeamDeleted(tx, team);
        await outgoing.onTeamDeleted(tx, team.teamId);
        return integrations.onTeamDeleted(tx, team);
      },
      // Nothing of a deleted team is sent to an outside service.
      queuesToClear: [refineQueue.name],
    }),
    integrations,
    analytics: createAnalyticsService({ db }),
    outgoing,
    access: createAccessService({
      db,
      countCalls: (key, windowMs, calls) => countCalls(db, key, windowMs, calls),
      callsPerMinute: tokenLimit,
    }),
    toolCalls: createToolCallService({ db }),
    crm,
    demo: createDemoService({ db, auth, teams }),
    start: createStartService({ db, teams, messages: correctedMessages }),
    journal: createJournalService({
      db,
      reverts: createReverts(correctedMessages),
    }),
    meetings: createMeetingService({
      ...{ db, tasks, teams, blobs, jobs, speech, notifications },
      uploadLimit: uploadLimits.upload,
      soundLimit: uploadLimits.sound,
    }),
    transcribeMeeting: createTranscribeRun({ db, pool, blobs, jobs, speech, notifications }),
    /** Null if no language model is configured. */
    writeConclusions:
      model &&
      createWriteConclusions({
        ...{ db, model, privacy, isDemo: teams.isDemo },
        dailyTokens: languageModel?.dailyTokens ?? 0,
      }),
    imports: createImportService({ db, blobs, jobs, count: importCount.count, uploadLimits }),
    countImport: importCount.run,
    /** Null if no language model is configured. */
    refineMessage:
      model && languageModel && createRefinement({ db, jobs, model, privacy, log, bounds: languageModel }),
    runImport: createImportRun({ db, pool, blobs, jobs }),
    /** Stops the jobs (running ones get a few seconds), then closes the database. */
    close: (): Promise<void> =>
      endAll([
        crm.close,
        () => jobs.stop(jobGrace),
        speech.close,
        parser.close,
        explainer.close,
        notifications.close,
        close,
      ]),
  };
}
