import {
  callOptions,
  type Failure,
  failure,
  openModel,
  type Prompt,
  type Reply,
  toFailure,
} from "./requests";
import type { LanguageModelSettings } from "./settings";
import type { Traffic } from "./traffic";

/** A prompt whose answer is plain text. */
export interface TextRequest extends Prompt {
  /** Longest duration (milliseconds), if it is less than the one in the settings. */
  patience?: number;
}

/** A written text with what it cost. `tokens`: null if the service didn't count them. */
export type CountedText = Reply<string> & { tokens: number | null };

/** Longest text that is taken (characters), whatever the service allows itself. */
const longestText = 40_000;

/** Makes one request through the vendor's SDK and passes its text on while it arrives. */
export async function writeText(
  settings: LanguageModelSettings,
  writing: TextRequest,
  traffic: Traffic,
  grow: (piece: string) => void,
): Promise<CountedText> {
  const { streamText } = await import("ai");
  const deadline = AbortSignal.timeout(Math.min(settings.timeoutMs, writing.patience ?? Infinity));
  let text = "";
  const failed = (cause: Failure): CountedText => ({
    ...cause,
    tokens: text === "" ? null : tokensOf(text, traffic),
  });
  try {
    const { fullStream } = streamText({
      ...callOptions(writing, deadline),
      model: await openModel(settings, traffic.fetch, true),
      // The stream passes errors on too; this keeps the SDK from writing them to the console.
      onError() {},
    });
    for await (const part of fullStream) {
      if (part.type === "error") throw part.error;
      if (part.type === "abort") throw new Error("aborted");
      if (part.type === "text-delta") {
        text += part.text;
        if (text.length > longestText) return failed(failure("unreadable", "the text was far too long"));
        grow(part.text);
      }
      if (part.type === "finish")
        return conclude(text, part.finishReason, part.totalUsage.totalTokens || tokensOf(text, traffic));
    }
    return failed(failure("cut", "the text ended early"));
  } catch (error) {
    return failed(
      deadline.aborted ? failure("timed_out", "no response in time") : await toFailure(error, traffic),
    );
  }
}

function conclude(text: string, finishReason: string, tokens: number): CountedText {
  const because = (cause: Failure): CountedText => ({ ...cause, tokens });
  if (finishReason === "content-filter") return because(failure("refused", "the model refused"));
  // A server that disconnects in the middle names no reason.
  if (finishReason !== "stop" && finishReason !== "length")
    return because(failure("cut", "the text ended early"));
  if (text.trim() === "") return because(failure("refused", "the model returned nothing"));
  return { ok: true, value: text, tokens };
}

/** An estimate for services that don't count: four bytes each. Their events are far longer than the text. */
const tokensOf = (text: string, { bytesSent }: Traffic): number =>
  Math.ceil((bytesSent + Buffer.byteLength(text)) / 4);
