import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { LocalIdentity } from "../features/auth/local-identity";
import { authRoutes, registerAuthPages, sessionCookie } from "../features/auth/routes";
import { importRoutes, registerUploads } from "../features/imports/routes";
import { inboxRoutes } from "../features/inbox/routes";
import { journalRoutes } from "../features/journal/routes";
import { taskRoutes } from "../features/tasks/routes";
import { teamRoutes } from "../features/teams/routes";
import { registerApiDocs } from "../server/api-docs";
import type { Config } from "../server/config";
import { type Authenticate, registerRoutes } from "../server/http";
import { createHttpServer } from "../server/http-server";
import { startLiveHub } from "../server/live-hub";
import { ownHost, ownOrigin } from "../server/own-address";
import { projectRoot } from "../server/project-root";
import { serveWebFiles } from "../server/web-files";
import { healthRoutes } from "./health";
import type { Services } from "./services";

/** The HTTP server with every feature's calls, the live connection and the browser application; not yet listening. */
export async function createApp(
  config: Config,
  services: Services,
  local: LocalIdentity | undefined,
): Promise<FastifyInstance> {
  const isOwnOrigin = ownOrigin(config.publicUrl);
  const authOptions = {
    settings: config.firebase
      ? { provider: "firebase" as const, ...config.firebase }
      : { provider: "local" as const },
    local,
    isOwnHost: ownHost(config.publicUrl, config.host),
  };
  const authenticate: Authenticate = async (request) => {
    const token = request.cookies[sessionCookie];
    return token ? services.auth.actor(token) : undefined;
  };

  const app = await createHttpServer({
    logLevel: config.logLevel,
    trustProxy: config.trustProxy,
    https: config.publicUrl?.startsWith("https:") ?? false,
    isOwnOrigin,
  });
  await registerUploads(app);
  await startLiveHub(app, services.notifications, authenticate, isOwnOrigin);
  registerRoutes(
    app,
    [
      ...healthRoutes(services.pool),
      ...authRoutes(services.auth, authOptions),
      ...teamRoutes(services.teams),
      ...taskRoutes(services.tasks),
      ...inboxRoutes(services.inbox),
      ...importRoutes(services.imports),
      ...journalRoutes(services.journal),
    ],
    authenticate,
  );
  registerAuthPages(app, authOptions);
  registerApiDocs(app);
  await serveWebFiles(app, join(projectRoot, "dist", "web"));
  return app;
}
