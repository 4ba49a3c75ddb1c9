import type { z } from "zod";
import type { Endpoint } from "../../shared/endpoint";
import { journalEntryHeader } from "../journal/contract";

/** Sends one request to Zippy's API with the token. `body` is JSON. */
export type SendRequest = (request: {
  method: string;
  url: string;
  body?: unknown;
}) => Promise<{ status: number; headers: { get(name: string): string | null }; body: unknown }>;

/** A call that the server refused; `message` is its sentence. */
export class RefusedCall extends Error {
  override name = "RefusedCall";
}

export interface CallInput {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Where a list continues, from the header `link` of its page. */
export interface NextPage {
  after: string;
  cursor: string;
}

/** A call's answer; `entryId`: the journal entry that it added; `next`: where a list goes on, if its page is full. */
export interface CallAnswer<Answer> {
  answer: Answer;
  entryId: string | null;
  next: NextPage | undefined;
}

export type ApiClient = ReturnType<typeof createApiClient>;

/** Makes calls of the contract, so that tokens, rights, limits and the journal hold for them as for any call. */
export function createApiClient(send: SendRequest) {
  return {
    /** @throws RefusedCall with the server's sentence. */
    async call<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
      endpoint: Endpoint<P, Q, B, R>,
      { params = {}, query = {}, body }: CallInput = {},
    ): Promise<CallAnswer<z.output<R>>> {
      const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(params[name] ?? ""),
      );
      const given = Object.entries(query).filter(([, value]) => value !== undefined);
      const search = new URLSearchParams(
        given.map(([name, value]): [string, string] => [name, String(value)]),
      );
      const url = given.length > 0 ? `${path}?${search}` : path;
      const response = await send({ method: endpoint.method, url, ...(body !== undefined && { body }) });
      if (response.status >= 400) {
        const { message } = (response.body ?? {}) as { message?: string };
        throw new RefusedCall(message ?? `Zippy answered with status ${response.status}.`);
      }
      const { headers } = response;
      return {
        answer: response.body as z.output<R>,
        entryId: headers.get(journalEntryHeader),
        next: nextIn(headers.get("link")),
      };
    },
  };
}

function nextIn(link: string | null): NextPage | undefined {
  const address = /<([^>]+)>; rel="next"/.exec(link ?? "")?.[1];
  if (!address) return undefined;
  const { searchParams } = new URL(address, "http://zippy");
  const [after, cursor] = [searchParams.get("after"), searchParams.get("cursor")];
  return after && cursor ? { after, cursor } : undefined;
}
