import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { z } from "zod";
import { AppError } from "../../shared/app-error";
import type { ToolCaller, ToolCallService } from "./service";

/** Most calls in one request (count). */
const mostAtOnce = 50;

const Call = z.object({
  method: z.literal("tools/call"),
  id: z.union([z.string(), z.number()]),
  params: z.object({ name: z.string() }),
});

/**
 * Records the calls of tools in a request, before any is made, and how each ended, before its answer is sent.
 *
 * @param body - the request's, whatever it is.
 * @returns the ids of the recorded calls.
 * @throws AppError `invalid_input` for more calls than one request may have.
 */
export async function recordCalls(
  toolCalls: ToolCallService,
  caller: ToolCaller,
  body: unknown,
  transport: Pick<Transport, "send">,
  log: (error: unknown) => void,
): Promise<string[]> {
  const calls = [body].flat().flatMap((message) => Call.safeParse(message).data ?? []);
  if (calls.length > mostAtOnce)
    throw new AppError("invalid_input", `Call at most ${mostAtOnce} tools in one request.`);
  const recorded = await toolCalls.opened(
    caller,
    calls.map(({ params }) => params.name),
  );
  const send = transport.send.bind(transport);
  transport.send = async (message, options) => {
    const ids = recorded.filter((_, n) => "id" in message && calls[n]?.id === message.id);
    const done = "result" in message && message.result.isError !== true;
    // The call is made, so its answer isn't kept back.
    await toolCalls.closed(ids, done ? "done" : "refused").catch(log);
    return send(message, options);
  };
  return recorded;
}
