import type { FastifyRequest } from "fastify";
import { type Route, route } from "../../server/http/http";
import type { RateLimit } from "../../server/http/rate-limit";
import {
  chooseAccounts,
  connectDirectly,
  disconnectAccount,
  dismissQuarantine,
  getConnectChoice,
  getProof,
  listConversations,
  listHealth,
  listProviders,
  listQuarantine,
  retryQuarantine,
  startProof,
  syncAccount,
  testAccount,
  updateAccount,
} from "./contract";
import type { IntegrationService } from "./service";

/** The base URL the browser used, for links when no public URL is set. */
export const baseUrlOf = ({ protocol, host }: FastifyRequest): string => `${protocol}://${host}`;

/** @param connectLimit - limits forms, because each attempt makes this server try a host and a password. */
export const integrationRoutes = (integrations: IntegrationService, connectLimit: RateLimit): Route[] => [
  route(listProviders, ({ actor, request }) => integrations.list(actor, baseUrlOf(request))),
  route(listHealth, ({ actor }) => integrations.health(actor)),
  route(getConnectChoice, ({ actor, params }) => integrations.choice(actor, params.choiceId)),
  route(chooseAccounts, ({ actor, params, body }) =>
    integrations.choose(actor, params.choiceId, body.externalIds),
  ),
  route(
    connectDirectly,
    ({ actor, params, body }) => integrations.connectDirectly(actor, params.provider, body),
    { limit: connectLimit },
  ),
  route(disconnectAccount, ({ actor, params }) => integrations.disconnect(actor, params.accountId)),
  route(syncAccount, ({ actor, params }) => integrations.syncNow(actor, params.accountId)),
  route(updateAccount, ({ actor, params, body }) => integrations.update(actor, params.accountId, body)),
  route(testAccount, ({ actor, params }) => integrations.test(actor, params.accountId)),
  route(listConversations, ({ actor, params }) => integrations.conversations(actor, params.accountId)),
  route(listQuarantine, ({ actor, params }) => integrations.quarantine.list(actor, params.accountId)),
  route(retryQuarantine, ({ actor, params, body }) =>
    integrations.quarantine.retry(actor, params.accountId, body.ids),
  ),
  route(dismissQuarantine, ({ actor, params, body }) =>
    integrations.quarantine.dismiss(actor, params.accountId, body.ids),
  ),
  route(startProof, ({ actor, params }) => integrations.startProof(actor, params.accountId)),
  route(getProof, ({ actor, params }) => integrations.proof(actor, params.accountId)),
];
