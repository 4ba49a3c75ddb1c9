import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import { minute } from "../../shared/durations";
import type { Endpoint } from "../../shared/endpoint";
import { answersOf } from "./answers";
import { type RateLimit, rateLimitOptions } from "./rate-limit";

/** The arguments of a handler: the validated parts of the request, and the user who sent it. */
export interface Call<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  params: z.output<P>;
  query: z.output<Q>;
  body: z.output<B>;
  /** Always present, unless the endpoint sets `session: false`. */
  actor: Actor;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** An endpoint and its handler. */
export interface Route {
  endpoint: Endpoint;
  limit?: RateLimit | undefined;
  bodyLimit?: number | undefined;
  handle(call: Call<z.ZodType, z.ZodType, z.ZodType>): unknown;
}

/** Connects an endpoint with its handler. The contract types the handler's arguments and result. */
export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, R>,
  handle: (call: Call<P, Q, B>) => Promise<z.input<R>> | z.input<R>,
  options: {
    limit?: RateLimit;
    /** The largest body (bytes), if it is more than other calls may send. */
    bodyLimit?: number;
  } = {},
): Route {
  return {
    endpoint: endpoint as unknown as Endpoint,
    handle: handle as unknown as Route["handle"],
    limit: options.limit,
    bodyLimit: options.bodyLimit,
  };
}

/** Identifies the user of a request; undefined without a valid session. */
export type Authenticate = (request: FastifyRequest) => Promise<Actor | undefined>;

/** How long a sign-in counts as recent (milliseconds). */
const freshFor = 15 * minute;

/** @throws AppError `sign_in_again` if the person's last sign-in is too old for an action that is hard to undo. */
export function requireFreshSignIn({ demo, signedInAt }: Actor): void {
  // A demo visitor can't sign in again, and has nothing to lose.
  if (demo || Date.now() - signedInAt.getTime() <= freshFor) return;
  throw new AppError("sign_in_again", "Sign in again to confirm that it's you.");
}

/** Registers the routes with their schemas, OpenAPI entries and session checks. */
export function registerRoutes(app: FastifyInstance, routes: Route[], authenticate: Authenticate): void {
  for (const { endpoint, handle, limit, bodyLimit } of routes) {
    app.route({
      ...(bodyLimit && { bodyLimit }),
      method: endpoint.method,
      url: endpoint.path,
      schema: {
        summary: endpoint.summary,
        ...(endpoint.params && { params: endpoint.params }),
        ...(endpoint.query && { querystring: endpoint.query }),
        ...(endpoint.body && { body: endpoint.body }),
        response: answersOf(endpoint, limit !== undefined),
      },
      ...(limit && { config: { rateLimit: rateLimitOptions(limit) } }),
      // Runs before validation, so that a stranger learns nothing about the expected input.
      ...(endpoint.session !== false && {
        preValidation: async (request) => {
          const actor = await authenticate(request);
          if (!actor) throw new AppError("not_signed_in", "You're not signed in.");
          if (endpoint.freshSignIn) requireFreshSignIn(actor);
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
