import { z } from "zod";
import { retryAfterSecondsOf } from "../../../../server/retry-after";
import { ProviderFailure } from "../provider";

/** Source: developers.facebook.com/docs/graph-api/guides/error-handling */
const GraphError = z.object({
  error: z.object({
    code: z.number(),
    error_subcode: z.number().optional().catch(undefined),
    message: z.string().catch(""),
    is_transient: z.boolean().optional(),
  }),
});

const codes = {
  /** The token isn't accepted. Incidents at Meta look the same, unless a subcode says more. */
  tokenRefused: [102, 190, 463, 467],
  /** The app was removed, the password was changed, or the token has expired or is invalid. */
  tokenGone: [458, 460, 463, 467],
  /** Source: developers.facebook.com/docs/graph-api/overview/rate-limiting */
  tooMany: [4, 17, 32, 613, 80001, 80002, 80006, 80007, 80008, 130429],
  /** The user or Meta's app review has not granted the permission. */
  notAllowed: [3, 10],
  /** Temporary problems at Meta. */
  passing: [1, 2],
};

/** Each permission has its own code between these. */
const isOfPermission = (code: number): boolean => code >= 200 && code <= 299;

/** Translates a Graph API error. Returns undefined for a response that isn't one. */
export function graphFailure(response: Response, text: string): ProviderFailure | undefined {
  const parsed = GraphError.safeParse(parse(text));
  if (!parsed.success) return undefined;
  const { code, error_subcode: subcode = code, message, is_transient: transient } = parsed.data.error;
  const options = { cause: new Error(`${response.status}, error ${code}: ${message.slice(0, 500)}`) };
  if (codes.tooMany.includes(code) || response.status === 429)
    return new ProviderFailure("rate_limited", "Meta is limiting requests for now.", {
      ...options,
      retryAfterSeconds: waitOf(response.headers),
    });
  if (codes.tokenRefused.includes(code))
    return new ProviderFailure(
      codes.tokenGone.includes(subcode) ? "reconnect" : "rejected",
      "Meta no longer accepts the connection. Connect the account again.",
      options,
    );
  if (codes.notAllowed.includes(code) || isOfPermission(code))
    return new ProviderFailure(
      "rejected",
      `Meta doesn't let Zippy read this account (error ${code}). Connect it again and allow everything Zippy asks for.`,
      { ...options, problem: "not_allowed" },
    );
  if (transient || codes.passing.includes(code))
    return new ProviderFailure("unavailable", `Meta has a problem on its side (error ${code}).`, {
      ...options,
      status: response.status,
    });
  return undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const Usage = z.record(
  z.string(),
  z.array(z.object({ estimated_time_to_regain_access: z.number().catch(0) })),
);

/** Seconds to wait, from Retry-After or from Meta's usage header, which counts minutes. */
function waitOf(headers: Headers): number | undefined {
  const usage = Usage.safeParse(parse(headers.get("x-business-use-case-usage") ?? ""));
  const minutes = usage.success
    ? Math.max(
        0,
        ...Object.values(usage.data).flatMap((uses) =>
          uses.map((use) => use.estimated_time_to_regain_access),
        ),
      )
    : 0;
  return retryAfterSecondsOf(headers.get("retry-after")) ?? (minutes > 0 ? minutes * 60 : undefined);
}
