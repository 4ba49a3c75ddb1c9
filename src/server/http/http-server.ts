import { constants } from "node:zlib";
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from "fastify";
import { serializerCompiler } from "fastify-type-provider-zod";
import type { z } from "zod";
import { AppError } from "../../shared/app-error";
import { bodyLimit } from "./body-limit";
import { apiDescription, describeCall, securitySchemes, withNulls } from "./call-description";
import { limitConnections } from "./connection-limit";
import { refuseUnreadable, routeOf, sendError } from "./http-errors";
import { InvalidInput, nestedTooDeeply, validateInput } from "./input";
import { limitLines } from "./log-limit";
import { isNestedDeeply } from "./nested-json";
import { overHttps } from "./own-address";
import {
  connectionsPerAddress,
  defaultDeadlines,
  endConnectionsOnStop,
  endUnfinishedRequests,
  endUnreadAnswers,
  headersOptions,
  mostConnections,
  type RequestDeadlines,
} from "./request-deadlines";

/** External origins that a page may load from, by kind. */
export interface OutsideSources {
  scripts?: string[];
  frames?: string[];
  connections?: string[];
  images?: string[];
}

/** What any of these may load. */
export function joinSources(...all: OutsideSources[]): OutsideSources {
  const kinds = ["scripts", "frames", "connections", "images"] as const;
  return Object.fromEntries(kinds.map((kind) => [kind, all.flatMap((one) => one[kind] ?? [])]));
}

export interface HttpOptions {
  logLevel: string;
  /** Default: standard output. */
  logTo?: { write(line: string): void };
  /** Number of proxies whose X-Forwarded-* headers are trusted. */
  trustProxy: number;
  publicUrl: string | undefined;
  isOwnOrigin: (request: FastifyRequest) => boolean;
  outside?: OutsideSources;
  /** Default: {@link defaultDeadlines}. */
  deadlines?: RequestDeadlines;
}

/**
 * Creates a server with validation, errors, security headers and the OpenAPI document, but without routes.
 */
export async function createHttpServer({
  logLevel,
  logTo,
  trustProxy,
  publicUrl,
  isOwnOrigin,
  outside = {},
  deadlines = defaultDeadlines,
}: HttpOptions): Promise<FastifyInstance> {
  const app = Fastify({
    bodyLimit,
    trustProxy: trustProxy > 0 && ((_address, hop) => hop < trustProxy),
    // A log line per request would cost more than most responses.
    logController: new LogController({ disableRequestLogging: true }),
    // Lines that a library logs about a request name it like our own lines.
    logger: {
      level: logLevel,
      serializers: { req: routeOf },
      hooks: limitLines(),
      ...(logTo && { stream: logTo }),
    },
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: "idle",
    http: headersOptions(deadlines),
    // For an address that can't be decoded. Without this, fastify responds in its own format.
    frameworkErrors: sendError,
    clientErrorHandler: refuseUnreadable,
  });
  app.setValidatorCompiler(validateInput);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(sendError);
  readJson(app);
  app.server.maxConnections = mostConnections;
  // Behind a proxy, every connection comes from the proxy.
  if (trustProxy === 0) limitConnections(app.server, connectionsPerAddress);
  endUnfinishedRequests(app, deadlines);
  endUnreadAnswers(app, deadlines);
  endConnectionsOnStop(app);
  app.decorateRequest("actor");
  const isOverHttps = overHttps(publicUrl);
  app.decorateRequest("overHttps", {
    getter() {
      return isOverHttps(this);
    },
  });

  await app.register(import("@fastify/compress"), {
    // A list of tasks shrinks to a sixth. Shorter responses fit into a few packets anyway (bytes).
    threshold: 4_000,
    encodings: ["gzip"],
    // The fastest level; on all but the slowest connections, the last tenth of size doesn't matter.
    zlibOptions: { level: constants.Z_BEST_SPEED },
    // Compressed requests aren't read, because a small body could unpack into a huge one.
    globalDecompression: false,
  });
  await app.register(import("@fastify/cookie"));
  await app.register(import("@fastify/helmet"), securityHeaders(outside, publicUrl));
  await app.register(import("@fastify/swagger"), {
    openapi: {
      info: { title: "Zippy", version: "0.1.0", description: apiDescription },
      components: { securitySchemes },
    },
    transform: describeCall,
    transformObject: (document) =>
      withNulls("openapiObject" in document ? document.openapiObject : document.swaggerObject),
  });

  app.addHook("onRequest", async (request, reply) => {
    if (request.method !== "GET" && request.method !== "HEAD" && !isOwnOrigin(request))
      throw new AppError("forbidden", "This request came from another site.");
    if (request.url.startsWith("/api/")) reply.header("cache-control", "no-store");
  });
  return app;
}

/** What browsers may load, and from where; everything else is refused. */
const securityHeaders = (outside: OutsideSources, publicUrl: string | undefined) => ({
  enableCSPNonces: true,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...(outside.scripts ?? [])],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", "data:", ...(outside.images ?? [])],
      connectSrc: ["'self'", ...(outside.connections ?? [])],
      frameSrc: outside.frames?.length ? outside.frames : ["'none'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  frameguard: { action: "deny" as const },
  crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" as const },
  hsts: publicUrl?.startsWith("https:") ?? false,
});

/**
 * Many programs name JSON in every request, so a call that needs no body takes an empty one of that type too. Refuses
 * what takes long to parse, which happens before anybody is asked to sign in.
 */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) => {
    const schema = request.routeOptions.schema?.body as z.ZodType | undefined;
    // As without a content type, where the body is null.
    if (body === "" && (!schema || schema.safeParse(null).success)) done(null, null);
    else if (isNestedDeeply(body)) done(new InvalidInput("", nestedTooDeeply));
    else void parse(request, body, done);
  });
}

declare module "fastify" {
  interface FastifyRequest {
    /** Whether the browser reached the server over https. */
    readonly overHttps: boolean;
  }
}
