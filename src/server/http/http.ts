import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import type { Endpoint } from "../../shared/endpoint";
import { type RateLimit, rateLimitOptions } from "./rate-limit";

/** What a handler is given: validated parts of the request, and who asks. */
export interface Call<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  params: z.output<P>;
  query: z.output<Q>;
  body: z.output<B>;
  /** A session is there unless the endpoint says `session: false`. */
  actor: Actor;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** An endpoint and what answers it. */
export interface Route {
  endpoint: Endpoint;
  limit?: RateLimit | undefined;
  handle(call: Call<z.ZodType, z.ZodType, z.ZodType>): unknown;
}

/** Couples an endpoint with its handler; the handler's parts and answer are typed by the contract. */
export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, R>,
  handle: (call: Call<P, Q, B>) => Promise<z.input<R>> | z.input<R>,
  options: { limit?: RateLimit } = {},
): Route {
  return {
    endpoint: endpoint as unknown as Endpoint,
    handle: handle as unknown as Route["handle"],
    limit: options.limit,
  };
}

/** Finds out who asks; undefined without a valid session. */
export type Authenticate = (request: FastifyRequest) => Promise<Actor | undefined>;

/** Adds the routes to the server, each with its schemas, its OpenAPI entry and the session check. */
export function registerRoutes(app: FastifyInstance, routes: Route[], authenticate: Authenticate): void {
  for (const { endpoint, handle, limit } of routes) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: {
        summary: endpoint.summary,
        ...(endpoint.params && { params: endpoint.params }),
        ...(endpoint.query && { querystring: endpoint.query }),
        ...(endpoint.body && { body: endpoint.body }),
        response: { 200: endpoint.response },
      },
      ...(limit && { config: { rateLimit: rateLimitOptions(limit) } }),
      // Before validation, so that a stranger learns nothing about what the call expects.
      ...(endpoint.session !== false && {
        preValidation: async (request) => {
          const actor = await authenticate(request);
          if (!actor) throw new AppError("not_signed_in", "You are not signed in.");
          request.actor = actor;
        },
      }),
      handler: (request, reply) =>
        handle({
          params: request.params,
          query: request.query,
          body: request.body,
          actor: request.actor as Actor,
          request,
          reply,
        } as Call<z.ZodType, z.ZodType, z.ZodType>),
    });
  }
}

declare module "fastify" {
  interface FastifyRequest {
    actor?: Actor;
  }
}
