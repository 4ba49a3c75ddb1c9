import { errors } from "jose";
import { z } from "zod";
import { reasonOf } from "../../../server/query-failure";
import {
  type DirectConnect,
  type FoundAccount,
  type OAuthConnect,
  type ProviderAdapter,
  ProviderFailure,
} from "./provider";

/** A response that isn't what the provider documents: a web page, broken JSON, or JSON of other types. */
export const unreadableAnswer = (
  who: string,
  { status = 200, cause }: { status?: number; cause?: unknown } = {},
): ProviderFailure =>
  new ProviderFailure("unavailable", `${who} answered with something Zippy can't read.`, {
    status,
    cause,
    problem: "unreadable",
  });

/**
 * The adapter, whose calls fail with a sentence for people also when an answer has other types than the provider
 * documents. The cause keeps what was wrong, for the log.
 */
export function withReadableAnswers(name: string, adapter: ProviderAdapter): ProviderAdapter {
  const reading =
    <Given extends unknown[], Read>(call: (...given: Given) => Promise<Read> | Read) =>
    async (...given: Given): Promise<Read> => {
      try {
        return await call(...given);
      } catch (error) {
        throw isOfAnswer(error) ? unreadableAnswer(name, { cause: error }) : error;
      }
    };
  const { check, subscribe, revoke, conversations } = adapter;
  return {
    ...adapter,
    connect: readingConnect(adapter.connect, reading),
    fetch: adapter.fetch && reading(adapter.fetch),
    test: reading(adapter.test),
    ...(check && { check: reading(check) }),
    ...(subscribe && { subscribe: reading(subscribe) }),
    ...(revoke && { revoke: reading(revoke) }),
    ...(conversations && { conversations: reading(conversations) }),
  };
}

type Reading = <Given extends unknown[], Read>(
  call: (...given: Given) => Promise<Read> | Read,
) => (...given: Given) => Promise<Read>;

function readingConnect(
  connect: OAuthConnect | DirectConnect,
  reading: Reading,
): OAuthConnect | DirectConnect {
  return connect.kind === "oauth"
    ? {
        ...connect,
        authorize: reading(connect.authorize),
        exchange: reading(async (request) => (await connect.exchange(request)).map(requireAccount)),
      }
    : { ...connect, connect: reading(async (fields) => requireAccount(await connect.connect(fields))) };
}

/** What an account needs, because libraries pass on what they got as what is documented. */
const Account = z.looseObject({
  externalId: z.string().min(1),
  name: z.string(),
  address: z.string().nullable(),
});

/** @throws ZodError */
function requireAccount(found: FoundAccount): FoundAccount {
  Account.parse(found);
  return found;
}

/**
 * Logs a failure that a developer should see: what no adapter has translated, and an answer that can't be read, because
 * its cause may also be a fault of ours.
 */
export function logUnexpected(log: (line: string) => void, doing: string, error: unknown): void {
  if (!(error instanceof ProviderFailure)) log(`${doing}: ${reasonOf(error)}`);
  else if (error.options.problem === "unreadable" && error.cause !== undefined)
    log(`${doing}: ${error.message} ${reasonOf(error.cause)}`);
}

/** What reading an answer throws if it has other types. Adapters translate the failures of the network themselves. */
export const isOfAnswer = (error: unknown): boolean =>
  error instanceof z.ZodError ||
  // One with a cause is a failure of fetch, such as a lost connection.
  (error instanceof TypeError && error.cause === undefined) ||
  error instanceof SyntaxError ||
  error instanceof RangeError ||
  error instanceof errors.JOSEError;

/** Such an error as one that may be logged also where what was read contains secrets. */
export const withoutValues = (error: unknown): Error =>
  new Error(`${error instanceof Error ? error.name : "an error"} while reading the answer`);
