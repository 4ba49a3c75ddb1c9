import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import { minute } from "../../shared/durations";
import type { Endpoint } from "../../shared/endpoint";
import { idempotencyHeader } from "../../shared/idempotency";
import { answersOf } from "./answers";
import { callKeyOf, changeOnce, type FindRepeated, type RepeatedCall } from "./idempotency";
import { onlyNamed } from "./input";
import { isFromElsewhere } from "./own-address";
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

/** The areas that an access token needs for a call, and whether one that only reads will do; undefined: none may. */
export type AccessOf = (
  method: string,
  path: string,
) => { areas: readonly string[]; reads: boolean } | undefined;

/** An endpoint and its handler. */
export interface Route {
  endpoint: Endpoint;
  limit?: RateLimit | undefined;
  bodyLimit?: number | undefined;
  handle(call: Call<z.ZodType, z.ZodType, z.ZodType>): unknown;
  /** Answers a repeated `repeatable` call: with the current state of what the first call changed. */
  again?: ((call: Call<z.ZodType, z.ZodType, z.ZodType>, done: RepeatedCall) => unknown) | undefined;
}

/** Connects an endpoint with its handler. The contract types the handler's arguments and result. */
export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, R>,
  handle: (call: Call<P, Q, B>) => Promise<z.input<R>> | z.input<R>,
  options: {
    limit?: RateLimit;
    /** The largest body (bytes), if it is more than other calls may send. */
    bodyLimit?: number;
    /** As in {@link Route}. */
    again?: (call: Call<P, Q, B>, done: RepeatedCall) => Promise<z.input<R>> | z.input<R>;
  } = {},
): Route {
  return {
    endpoint: endpoint as unknown as Endpoint,
    handle: handle as unknown as Route["handle"],
    limit: options.limit,
    bodyLimit: options.bodyLimit,
    again: options.again as unknown as Route["again"],
  };
}

/** Identifies the user of a request; undefined without a valid session. */
export type Authenticate = (request: FastifyRequest) => Promise<Actor | undefined>;

/** The user of a request. @throws AppError `not_signed_in` without a valid session or access token. */
export async function requireActor(request: FastifyRequest, authenticate: Authenticate): Promise<Actor> {
  const actor = await authenticate(request);
  if (!actor) throw new AppError("not_signed_in", notSignedIn(request.headers.authorization));
  return actor;
}

/** For a program, which has no screen to sign in on. */
export const invalidToken =
  "This access token isn't valid. It may have expired or been revoked, or its person left the team. Create one under " +
  "Settings → Access tokens.";

const notSignedIn = (authorization = ""): string =>
  /^Bearer /i.test(authorization) ? invalidToken : "You're not signed in.";

/**
 * The user who visits a download directly. Another site can't read the answer, but it could keep the server busy.
 *
 * @throws AppError `not_signed_in`, or `forbidden` if another site made the request.
 */
export async function requireDownloader(request: FastifyRequest, authenticate: Authenticate): Promise<Actor> {
  const actor = await requireActor(request, authenticate);
  if (isFromElsewhere(request)) throw new AppError("forbidden", "This request came from another site.");
  return actor;
}

/** How long a sign-in counts as recent (milliseconds). */
const freshFor = 15 * minute;

/** @throws AppError `sign_in_again` if the person's last sign-in is too old for an action that is hard to undo. */
export function requireFreshSignIn({ demo, signedInAt }: Actor): void {
  // A demo visitor can't sign in again, and has nothing to lose.
  if (demo || Date.now() - signedInAt.getTime() <= freshFor) return;
  throw new AppError("sign_in_again", "Sign in again to confirm that it's you.");
}

/** The header that a `repeatable` call may carry. Loose, because a schema replaces what it checks. */
const repeatableHeaders = z.looseObject({
  [idempotencyHeader]: z
    .string()
    .min(8)
    .max(100)
    .optional()
    .describe("A new random value for each change. A repetition with the same value changes nothing."),
});

/**
 * Registers the routes with their schemas, OpenAPI entries and session checks.
 *
 * @param findRepeated - finds what a repeated call has done.
 * @param accessOf - what an access token needs for a call.
 */
export function registerRoutes(
  app: FastifyInstance,
  routes: Route[],
  authenticate: Authenticate,
  findRepeated: FindRepeated,
  accessOf: AccessOf = () => undefined,
): void {
  for (const one of routes) {
    const { endpoint, limit, bodyLimit } = one;
    const handle = onceIfRepeatable(one, findRepeated);
    app.route({
      ...(bodyLimit && { bodyLimit }),
      method: endpoint.method,
      url: endpoint.path,
      schema: {
        summary: endpoint.summary,
        ...securityOf(endpoint, accessOf),
        ...(endpoint.params && { params: endpoint.params }),
        // What needs no session may get anything, because monitors and mail programs add to the addresses they open.
        ...(endpoint.session === false
          ? endpoint.query && { querystring: endpoint.query }
          : { querystring: onlyNamed(endpoint.query) }),
        ...(endpoint.body && { body: endpoint.body }),
        ...(endpoint.repeatable && { headers: repeatableHeaders }),
        response: answersOf(endpoint, limit !== undefined),
      },
      ...(limit && { config: { rateLimit: rateLimitOptions(limit) } }),
      // Runs before validation, so that a stranger learns nothing about the expected input.
      ...(endpoint.session !== false && {
        preValidation: async (request) => {
          const actor = await requireActor(request, authenticate);
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

/** The security of a call in the OpenAPI document: a session, an access token of these areas, or nothing. */
function securityOf({ method, path, session }: Endpoint, accessOf: AccessOf): object {
  if (session === false) return { security: [] };
  const access = accessOf(method, path);
  if (!access) return { security: [{ session: [] }] };
  const { areas, reads } = access;
  return { security: [{ session: [] }, { token: [] }], "x-areas": areas, "x-reads": reads };
}

/** The handler of a route; if the call carries an idempotency key, it makes its change once. */
function onceIfRepeatable(
  { endpoint, handle, again }: Route,
  findRepeated: FindRepeated,
): (call: Call<z.ZodType, z.ZodType, z.ZodType>) => unknown {
  if (!endpoint.repeatable) return handle;
  if (!again)
    throw new Error(`${endpoint.method} ${endpoint.path} is repeatable, so its route needs \`again\``);
  return (call) => {
    const key = callKeyOf(call.request);
    if (!key) return handle(call);
    return changeOnce(
      key,
      () => findRepeated(call.actor.userId, key.callKeyHash),
      async () => handle(call),
      async (done) => {
        const answer = await again(call, done);
        call.reply.headers(done.headers);
        return answer;
      },
    );
  };
}

declare module "fastify" {
  interface FastifyRequest {
    actor?: Actor;
  }
}
