import { z } from "zod";
import { type AppErrorCode, errorStatus } from "../../shared/app-error";
import type { Endpoint } from "../../shared/endpoint";

/** What each status means to a caller, for the OpenAPI document. */
const meanings: Record<number, string> = {
  400: "Something in the request isn't valid; `field` names it, if it is one field.",
  401: "You're not signed in, or the access token isn't valid.",
  402: "A limit of the team's plan is reached.",
  403: "You aren't allowed to do this, the request came from another site, or you need to sign in again.",
  404: "It doesn't exist, or isn't yours.",
  408: "The request didn't arrive completely.",
  409: "It has changed since, or somebody else has it.",
  413: "The request is too large.",
  415: "The call doesn't read this type of body.",
  429: "Too many calls. The header `retry-after` says how many seconds to wait.",
  500: "Something went wrong on the server. Nothing was changed.",
  502: "The provider failed or refused.",
  503: "Not available right now.",
};

/** The schemas of every response of a call, by status: the result, and errors as `{message, code}`. */
export function answersOf(endpoint: Endpoint, limited: boolean): Record<number, z.ZodType> {
  const codes = [...new Set([...generalErrors(endpoint, limited), ...(endpoint.errors ?? [])])];
  const statuses = [...new Set(codes.map((code) => errorStatus[code]))].sort((a, b) => a - b);
  const failures = statuses.map((status) => {
    const own = codes.filter((code) => errorStatus[code] === status);
    return [status, failure(status, own)] as const;
  });
  const later = endpoint.mayContinue && {
    202: endpoint.response.describe("The work goes on; a live event follows."),
  };
  return { 200: endpoint.response.describe("The result."), ...later, ...Object.fromEntries(failures) };
}

/** Shared by all calls, because making some for each call takes a good part of a server's start. */
const sharedFailures = new Map<string, z.ZodType>();

function failure(status: number, codes: AppErrorCode[]): z.ZodType {
  const key = `${status} ${codes.join()}`;
  const known = sharedFailures.get(key);
  if (known) return known;
  const made = z
    .object({
      /** A sentence for people. */
      message: z.string(),
      code: z.enum(codes),
      ...(status === 400 && { field: z.string().optional() }),
    })
    .describe(meanings[status] as string);
  sharedFailures.set(key, made);
  return made;
}

/** The errors that follow from the input and the requirements of a call. */
function* generalErrors(endpoint: Endpoint, limited: boolean): Generator<AppErrorCode> {
  yield* ["internal", "unavailable"] as const;
  // Any call with a session refuses what its address shouldn't have.
  if (endpoint.params || endpoint.query || endpoint.body || endpoint.session !== false) yield "invalid_input";
  if (endpoint.params) yield "not_found";
  // The last two: an access token that doesn't reach so far, and a person or token that calls too often.
  if (endpoint.session !== false) yield* ["not_signed_in", "forbidden", "too_many_requests"] as const;
  if (endpoint.repeatable) yield "conflict";
  if (endpoint.freshSignIn) yield "sign_in_again";
  // Anything but a GET may carry a body, even if the call reads none, and comes from our own pages only.
  if (endpoint.method !== "GET")
    yield* ["invalid_input", "forbidden", "timeout", "too_large", "unsupported"] as const;
  if (limited) yield "too_many_requests";
}
