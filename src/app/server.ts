import { join } from "node:path";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { accessRoutes } from "../features/access/routes";
import { accessOf } from "../features/access/service";
import { analyticsRoutes } from "../features/analytics/routes";
import { areaRoutes } from "../features/areas/routes";
import { auditRoutes, registerAuditDownload } from "../features/audit/routes";
import { firebaseMistakes } from "../features/auth/firebase-settings";
import { firebaseSources } from "../features/auth/firebase-sources";
import type { LocalIdentity } from "../features/auth/local-identity";
import { authRoutes, registerAuthPages } from "../features/auth/routes";
import { sessionToken, setSessionCookie } from "../features/auth/session-cookie";
import { paymentSettings } from "../features/billing/payment/settings";
import { stripeSources } from "../features/billing/payment/stripe/stripe-sources";
import { registerStripeWebhook } from "../features/billing/payment/stripe/stripe-webhook";
import { billingRoutes } from "../features/billing/routes";
import { contextRoutes } from "../features/context/routes";
import { correctionRoutes } from "../features/corrections/routes";
import { crmRoutes } from "../features/crm/routes";
import { demoRoutes } from "../features/demo/routes";
import { feedRoutes, registerFeeds } from "../features/feeds/routes";
import { focusRoutes } from "../features/focus/routes";
import { importRoutes, registerUploads } from "../features/imports/routes";
import { inboxRoutes } from "../features/inbox/routes";
import { registerConsentPages } from "../features/integrations/connect/consent-routes";
import { integrationRoutes } from "../features/integrations/routes";
import { registerWebhooks } from "../features/integrations/webhooks/webhook-routes";
import { journalRoutes } from "../features/journal/routes";
import { registerMcp } from "../features/mcp/mcp-routes";
import { toolCallRoutes } from "../features/mcp/routes";
import { registerMeetingAudio } from "../features/meetings/audio-route";
import { meetingRoutes } from "../features/meetings/routes";
import { notificationRoutes, registerUnsubscribe } from "../features/notifications/routes";
import { outgoingRoutes } from "../features/outgoing/routes";
import { portabilityRoutes, registerExportDownload } from "../features/portability/routes";
import { privacyRoutes } from "../features/privacy/routes";
import { speechRoutes } from "../features/speech/routes";
import { startRoutes } from "../features/start/routes";
import { commentRoutes } from "../features/tasks/comments/routes";
import { taskRoutes } from "../features/tasks/routes";
import { teamRoutes } from "../features/teams/routes";
import type { Config } from "../server/config";
import { registerApiDocs } from "../server/http/api-docs";
import { createCallRates } from "../server/http/call-rates";
import { type Authenticate, registerRoutes } from "../server/http/http";
import { createHttpServer, joinSources } from "../server/http/http-server";
import { isForwarded, ownHost, ownOrigin } from "../server/http/own-address";
import { countCalls, limitRates } from "../server/http/rate-limit";
import { serveWebFiles } from "../server/http/web-files";
import { startLiveHub } from "../server/live-hub";
import { projectRoot } from "../server/project-root";
import type { Actor } from "../shared/actor";
import { minute } from "../shared/durations";
import { callsOfBoard, showsBoard } from "./first-calls";
import { healthRoutes } from "./health";
import { pageOf } from "./pages";
import type { Services } from "./services/services";

/** Calling too often, as a thief might, must not keep the person from ending sessions or confirming who they are. */
const isLimited = (path: string): boolean => /^\/api\/(?!sessions|auth)/.test(path);

/** The HTTP server with all calls, the live connection and the browser application; not listening yet. */
export async function createApp(
  config: Config,
  services: Services,
  local: LocalIdentity | undefined,
): Promise<FastifyInstance> {
  const payments = paymentSettings(config.given);
  const isOwnOrigin = ownOrigin(config.publicUrl);
  const publicOrigin = config.publicUrl && new URL(config.publicUrl).origin;
  const isOwnHost = ownHost(config.publicUrl, config.host);
  const authOptions = {
    settings: config.firebase
      ? { provider: "firebase" as const, ...config.firebase, emulatorHost: config.emulatorHost ?? null }
      : { provider: "local" as const },
    local,
    isFromHere: (request: FastifyRequest) =>
      isOwnHost(request) && (config.allowLocalIdentity || !isForwarded(request)),
    signInLimit: { name: "sign-in", max: config.signInLimit, window: minute },
  };
  const personRates = createCallRates({
    max: config.personLimit,
    caller: { key: "person", words: "You" },
    // Who works with Zippy stays far below.
    notifyFrom: config.personLimit / 10,
    countCalls: (key, windowMs, calls) => countCalls(services.db, key, windowMs, calls),
  });
  const actorOf = async (request: FastifyRequest, counts: boolean): Promise<Actor | undefined> => {
    const [, bearer] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "") ?? [];
    const path = request.routeOptions.url;
    if (bearer && path?.startsWith("/api/"))
      return services.access.actor(bearer, { method: request.method, path, counts });
    const token = sessionToken(request);
    const actor = token ? await services.auth.actor(token) : undefined;
    if (counts && actor && path && isLimited(path)) personRates.require(actor.userId);
    return actor;
  };
  const authenticate: Authenticate = (request) => actorOf(request, true);

  const app = await createHttpServer({
    logLevel: config.logLevel,
    trustProxy: config.trustProxy,
    publicUrl: config.publicUrl,
    isOwnOrigin,
    outside: joinSources(
      config.firebase ? firebaseSources(config.firebase, config.emulatorHost) : {},
      payments.mode === "stripe" ? stripeSources : {},
    ),
  });
  await limitRates(app, services.db);
  await registerUploads(app);
  await startLiveHub(app, services.notifications, authenticate, isOwnOrigin);
  registerRoutes(
    app,
    [
      ...healthRoutes(services.pool),
      ...authRoutes(services.auth, authOptions),
      ...demoRoutes(services.demo, {
        limit: config.demoLimit,
        session: { tokenOf: sessionToken, handOver: setSessionCookie },
      }),
      ...teamRoutes(services.teams, { ...authOptions.signInLimit, name: "invitations" }),
      ...billingRoutes(services.billing),
      ...taskRoutes(services.tasks),
      ...commentRoutes(services.comments),
      ...inboxRoutes(services.inbox, services.inboxPreferences, services.tasks),
      ...importRoutes(services.imports),
      ...meetingRoutes(services.meetings),
      ...journalRoutes(services.journal),
      ...focusRoutes(services.focus),
      ...notificationRoutes(services.notices),
      ...correctionRoutes(services.corrections),
      ...startRoutes(services.start),
      ...integrationRoutes(services.integrations, { ...authOptions.signInLimit, name: "connect" }),
      ...contextRoutes(services.context),
      ...areaRoutes(services.areas),
      ...crmRoutes(services.crm, { ...authOptions.signInLimit, name: "crm-connect" }),
      ...privacyRoutes(services.privacy),
      ...speechRoutes(services.speech),
      ...auditRoutes(services.audit),
      ...analyticsRoutes(services.analytics),
      ...accessRoutes(services.access),
      ...toolCallRoutes(services.toolCalls),
      ...feedRoutes(services.feeds),
      ...portabilityRoutes(services.portability, services.deletion),
      ...outgoingRoutes(services.outgoing),
    ],
    authenticate,
    services.journal.repeated,
    accessOf,
  );
  registerAuthPages(app, authOptions);
  registerFeeds(app, services.feeds, (request) => publicOrigin ?? `${request.protocol}://${request.host}`);
  registerExportDownload(app, services.portability, authenticate);
  await registerUnsubscribe(app, services.notices);
  registerAuditDownload(app, services.audit, authenticate);
  registerMeetingAudio(app, services.meetings, {
    authenticate,
    goesOn: (request) => actorOf(request, false),
  });
  registerConsentPages(app, services.integrations, authenticate);
  await registerWebhooks(app, {
    integrations: services.integrations,
    publicUrl: config.publicUrl,
  });
  if (payments.mode === "stripe") await registerStripeWebhook(app, payments.stripe, services.billing);
  registerMcp(app, services.access.reach, services.toolCalls);
  registerApiDocs(app);
  const misconfigured = config.firebase !== null && firebaseMistakes(config.firebase).length > 0;
  await serveWebFiles(app, {
    folder: join(projectRoot, "dist", "web"),
    settings: {
      __IDENTITY_SETTINGS__: JSON.stringify(authOptions.settings),
      __BILLING_SETTINGS__: JSON.stringify(services.billing.publicSettings),
    },
    // Only the program can show that the settings are invalid.
    pageOf: (request) =>
      pageOf(request.url.split("?", 1)[0] as string, misconfigured || sessionToken(request) !== undefined),
    async firstCalls(request) {
      const token = showsBoard(request.url) ? sessionToken(request) : undefined;
      const actor = token ? await services.auth.actor(token) : undefined;
      return actor?.teamId ? callsOfBoard(actor.teamId) : [];
    },
  });
  return app;
}
