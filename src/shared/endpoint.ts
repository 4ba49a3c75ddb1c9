import type { z } from "zod";
import type { AppErrorCode } from "./app-error";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/**
 * One call of the HTTP API, described once: the server validates with it, the browser calls through it, and
 * the OpenAPI document is generated from it.
 *
 * `path` uses `:name` for the entries of `params`. A response drops every field that its schema doesn't name.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  method: Method;
  path: `/api/${string}`;
  /** One line for the OpenAPI document. */
  summary: string;
  /** `false`: needs no session. Default: needs one. */
  session?: false;
  /** `true`: hard to undo, so the person must have signed in recently. */
  freshSignIn?: true;
  params?: Params;
  query?: Query;
  body?: Body;
  response: Response;
  /** `true`: takes an idempotency key, under which its change is made once. */
  repeatable?: true;
  /** `true`: may answer 202 with the same response while the work goes on. */
  mayContinue?: true;
  /** Additional errors of this call, besides those that every call of its kind has (see `server/http/answers.ts`). */
  errors?: readonly AppErrorCode[];
}

/** Describes a call; exists so that the schemas' types are inferred. */
export function endpoint<
  Response extends z.ZodType,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(description: Endpoint<Params, Query, Body, Response>): Endpoint<Params, Query, Body, Response> {
  return description;
}
