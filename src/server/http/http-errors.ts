import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { AppError, type AppErrorCode, errorStatus } from "../../shared/app-error";
import { isDatabaseGone } from "../database";
import { isDiskFull, withoutQuery } from "../query-failure";
import { InvalidInput } from "./input";

/**
 * The request as logs may name it: by the route's pattern, because the address can contain an invitation, a
 * bot's id or a search text.
 */
export function routeOf({ method, routeOptions }: Pick<FastifyRequest, "method" | "routeOptions">): {
  method: string;
  route: string | undefined;
} {
  return { method, route: routeOptions?.url };
}

interface Failure {
  status: number;
  code: AppErrorCode;
  message: string;
  /** The invalid field of the request, such as `body.title`. */
  field?: string;
}

/**
 * Responds to every failure with `{message, code}`. Unexpected errors are logged in full and shown as a
 * generic message.
 */
export function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const failure = failureOf(error);
  if (hasLeft(request)) request.log.info(routeOf(request), "client left before the end of its request");
  else if (failure.status >= 500)
    request.log.error({ err: withoutQuery(error), ...routeOf(request) }, "request failed");
  else if (isRefusal(failure, request))
    request.log.warn({ code: failure.code, ...routeOf(request) }, "request refused");
  if (error instanceof AppError && error.retryAfter !== undefined)
    reply.header("retry-after", error.retryAfter);
  void reply
    .code(failure.status)
    .header("cache-control", "no-store")
    .send({ message: failure.message, code: failure.code, ...(failure.field && { field: failure.field }) });
}

/** Whether a client broke its request off, such as an upload that somebody cancels: no failure of ours. */
const hasLeft = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;

/**
 * Whether a refusal is logged: what somebody may not do, and sign-ins that fail. Calls without a session aren't, because
 * every browser makes some when its session has ended.
 */
const isRefusal = ({ status }: Failure, { routeOptions }: FastifyRequest): boolean =>
  status === 403 || (routeOptions?.url === "/api/auth/verify" && status < 500);

/** How fastify names a body of type application/json that has no JSON. */
const unreadableJson = new Set(["FST_ERR_CTP_EMPTY_JSON_BODY", "FST_ERR_CTP_INVALID_JSON_BODY"]);

function failureOf(error: FastifyError): Failure {
  if (error instanceof AppError)
    return { status: errorStatus[error.code], code: error.code, message: error.message };
  if (error instanceof InvalidInput) return invalidField(error);
  if (error.code === "FST_ERR_BAD_URL") return of("invalid_input", "This address can't be read.");
  if (error.statusCode === 414) return of("invalid_input", "This address is too long.");
  if (error.statusCode === 413) return of("too_large", "The request is too large.");
  if (error.statusCode === 415)
    return of("unsupported", "Send the body as JSON with the content type application/json.");
  if (error.statusCode === 400 && unreadableJson.has(error.code))
    return of("invalid_input", "Send the body as JSON. What arrived is empty or can't be read as JSON.");
  if (error.statusCode === 429)
    return of("too_many_requests", "Too many requests. Wait a moment and try again.");
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return {
      status: error.statusCode,
      code: "invalid_input",
      message: "The request body isn't valid.",
    };
  if (isDatabaseGone(error))
    return of("unavailable", "The database isn't responding. Try again in a moment.");
  if (isDiskFull(error))
    return of(
      "unavailable",
      "The server's disk is full. Nothing was changed. Ask your administrator to make room on it.",
    );
  return of("internal", "Something went wrong on the server. Nothing was changed. Try again.");
}

function of(code: AppErrorCode, message: string): Failure {
  return { status: errorStatus[code], code, message };
}

function invalidField({ path, sentence, validationContext: part = "body" }: InvalidInput): Failure {
  const field = path ? `${part}.${path}` : part;
  return { ...of("invalid_input", `${path || part}: ${sentence}`), field };
}

/**
 * Responds to what Node can't read as a request, as {@link sendError} does to everything else, and ends its connection.
 */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const { status, code, message } = unreadable(error.code);
  const body = JSON.stringify({ message, code });
  // Where Node keeps the answer that is under way, as its own handler reads it. Nothing may come between its bytes.
  const { _httpMessage: answer } = socket as { _httpMessage?: ServerResponse | null };
  if (answer?.headersSent) socket.destroy(error);
  else if (socket.writable)
    socket.write(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        "connection: close",
        "cache-control: no-store",
        "content-type: application/json; charset=utf-8",
        `content-length: ${Buffer.byteLength(body)}`,
        "",
        body,
      ].join("\r\n"),
    );
  socket.destroySoon();
}

function unreadable(code: string | undefined): Failure {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return { ...of("too_large", "The address or the headers of this request are too long."), status: 431 };
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return of("timeout", "The request took too long to arrive. Try again.");
    default:
      return of("invalid_input", "This can't be read as an HTTP request.");
  }
}
