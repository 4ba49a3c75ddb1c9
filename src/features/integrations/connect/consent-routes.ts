import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type Authenticate, requireActor } from "../../../server/http/http";
import { isFromElsewhere } from "../../../server/http/own-address";
import { AppError } from "../../../shared/app-error";
import type { ConnectProblem } from "../contract";
import { ProviderFailure } from "../providers/provider";
import { baseUrlOf } from "../routes";
import type { IntegrationService } from "../service";
import { consentErrorOf } from "./consent-errors";

const Begin = z.object({ teamId: z.uuid().optional(), onlyMe: z.enum(["true", "false"]).optional() });

/**
 * The two pages of a consent that the browser visits directly: to the provider, and back. Any failure leads
 * to the integrations page, which explains it.
 */
export function registerConsentPages(
  app: FastifyInstance,
  integrations: IntegrationService,
  authenticate: Authenticate,
): void {
  app.get<{ Params: { provider: string } }>(
    "/api/integrations/:provider/connect",
    { schema: { hide: true } },
    async (request, reply) => {
      const { provider } = request.params;
      // A link on another site must not decide which team sees what. The integrations page asks the user.
      if (isFromElsewhere(request)) return reply.redirect("/integrations", 302);
      // This provider has no consent page, so open its form.
      if (integrations.providers.get(provider)?.connect.kind === "direct")
        return reply.redirect(`/integrations?connect=${provider}`, 302);
      const leads = await guard(app, provider, async () => {
        const actor = await requireActor(request, authenticate);
        if (!integrations.providers.has(provider)) return problemPage(provider, "unknown");
        const query = Begin.safeParse(request.query);
        const teamId = query.data?.teamId ?? actor.teamId;
        if (!query.success || !teamId) throw new AppError("not_found", "Team not found.");
        const onlyMe = query.data.onlyMe === "true";
        return integrations.beginOAuth(actor, provider, { teamId, onlyMe, baseUrl: baseUrlOf(request) });
      });
      return reply.redirect(leads, 302);
    },
  );

  app.get<{ Params: { provider: string } }>(
    "/api/integrations/:provider/callback",
    { schema: { hide: true } },
    async (request, reply) => {
      const { provider } = request.params;
      const leads = await guard(app, provider, async () => {
        const actor = await requireActor(request, authenticate);
        const callback = new URL(request.url, baseUrlOf(request));
        const refusal = consentErrorOf(callback.searchParams);
        if (refusal) {
          // The description may contain anything, so only the log has it.
          if (logged.has(refusal))
            app.log.error(
              { provider, error: callback.searchParams.get("error") },
              "a provider sent the browser back with an error",
            );
          return problemPage(provider, refusal);
        }
        const end = await integrations.completeOAuth(actor, provider, callback, baseUrlOf(request));
        return end.kind === "choose"
          ? `/integrations?choose=${end.choiceId}`
          : `/integrations?connected=${encodeURIComponent(provider)}`;
      });
      return reply.redirect(leads, 302);
    },
  );
}

/** Problems that the administrator should see in the log. */
const logged = new Set(["unexpected", "provider", "client", "unavailable", "unreadable"]);

async function guard(app: FastifyInstance, provider: string, work: () => Promise<string>): Promise<string> {
  try {
    return await work();
  } catch (error) {
    const problem = problemOf(error);
    if (logged.has(problem)) app.log.error({ err: error, provider }, "an account could not be connected");
    return problem === "signed_out" ? "/api/login" : problemPage(provider, problem);
  }
}

/** The URL contains a code instead of a sentence, because anyone can craft a URL. */
const problemPage = (provider: string, problem: ConnectProblem): string =>
  `/integrations?failed=${encodeURIComponent(provider)}&problem=${problem}`;

function problemAt({ kind, options }: ProviderFailure): ConnectProblem {
  if (options.problem) return options.problem;
  return kind === "unavailable" || kind === "rate_limited" ? "unavailable" : "provider";
}

function problemOf(error: unknown): ConnectProblem | "signed_out" {
  if (error instanceof ProviderFailure) return problemAt(error);
  if (!(error instanceof AppError)) return "unexpected";
  switch (error.code) {
    case "not_signed_in":
      return "signed_out";
    case "not_found":
      return "team";
    case "forbidden":
      return "forbidden";
    case "limit_reached":
      return "limit";
    case "unavailable":
      return "settings";
    case "conflict":
      return "taken";
    case "invalid_input":
      return "expired";
    default:
      return "unexpected";
  }
}
