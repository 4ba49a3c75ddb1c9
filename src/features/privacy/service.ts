import type { Executor } from "../../server/database";
import { publish } from "../../server/live-hub";
import type { Actor } from "../../shared/actor";
import { requireRight, requireTeam } from "../teams/service";
import type {
  CallOutcome,
  OutsideAmount,
  OutsideCall,
  OutsidePurpose,
  OutsideService,
  OutsideSummary,
  PrivacyChange,
  PrivacyChoice,
  Redacted,
} from "./contract";
import { type Person, type RedactedText, redact } from "./redact";
import { type CallRow, createPrivacyRepository } from "./repository";

/** How long a call stays in the ledger (months). */
export const keptMonths = 12;
/** A call that nobody has ended by then was cut off (milliseconds); longer than any timeout. */
const longestCall = 30 * 60_000;
const day = 86_400_000;
const nothingChosen: PrivacyChoice = { redactNames: false, redactAddresses: false };

/** One call as it is about to be made. Sizes in bytes, as they go over the wire. */
export interface OpenedCall {
  teamId: string;
  purpose: OutsidePurpose;
  /** The provider's name, such as "anthropic". */
  service: string;
  host: string;
  model: string | null;
  /** The message, meeting or question it is about (a UUID). */
  subjectId: string | null;
  bytesSent: number;
  redacted: Redacted;
}

/** How a call ended. */
export interface ClosedCall {
  outcome: CallOutcome;
  bytesReceived: number;
  /** Null where the service does not say. */
  tokens: number | null;
  durationMs: number;
}

export type PrivacyService = ReturnType<typeof createPrivacyService>;

/**
 * Keeps what must not leave from leaving, and writes down what did.
 *
 * @param outsideServices - what the installation is set up to call; empty: nothing.
 */
export function createPrivacyService({
  db,
  outsideServices = [],
}: {
  db: Executor;
  outsideServices?: OutsideService[];
}) {
  const repository = createPrivacyRepository(db);
  const choiceOf = async (teamId: string) => (await repository.choice(teamId)) ?? nothingChosen;

  return {
    /**
     * What every text of a team passes before it is sent. Reads the team's choice once; the function it gives is
     * pure, and numbers its placeholders anew for every text.
     */
    async redactFor(teamId: string): Promise<(text: string, people?: Person[]) => RedactedText> {
      const choice = await choiceOf(teamId);
      const members = choice.redactNames ? await repository.memberNames(teamId) : [];
      return (text, people = []) => redact(text, { ...choice, people: [...people, ...members] });
    },

    /** Writes a call down before it is made. Await it: once it resolves the row is there whatever happens next. */
    async opened(call: OpenedCall): Promise<string> {
      return repository.insert(call);
    },

    /** Notes how a call ended. Only the first end counts. */
    async closed(id: string, end: ClosedCall): Promise<void> {
      await repository.close(id, { ...end, durationMs: Math.round(end.durationMs) });
    },

    /** Tokens the team's ended calls took since a time; a call under way counts once it is closed. */
    async tokensSince(teamId: string, since: Date): Promise<number> {
      return repository.tokensSince(teamId, since);
    },

    async calls(
      actor: Actor,
      teamId: string,
      page: { limit: number; before?: string | undefined },
    ): Promise<OutsideCall[]> {
      requireTeam(actor, teamId);
      return (await repository.list(teamId, page)).map((row) => toCall(row, Date.now()));
    },

    /** @param dayStart - ISO 8601; default: midnight UTC. */
    async summary(actor: Actor, teamId: string, dayStart?: string): Promise<OutsideSummary> {
      requireTeam(actor, teamId);
      const now = Date.now();
      const today = new Date(dayStart ?? now - (now % day));
      const [todays, months] = await Promise.all([
        repository.sumsSince(teamId, today),
        repository.sumsSince(teamId, new Date(now - 30 * day)),
      ]);
      return { today: toSpan(todays), last30Days: toSpan(months), configured: outsideServices, keptMonths };
    },

    async choice(actor: Actor, teamId: string): Promise<PrivacyChoice> {
      requireTeam(actor, teamId);
      return choiceOf(teamId);
    },

    /** Changes what is replaced from now on, and tells the team's open screens. */
    async choose(actor: Actor, teamId: string, change: PrivacyChange): Promise<PrivacyChoice> {
      requireRight(actor, teamId, "changePrivacy");
      return db.transaction(async (tx) => {
        const choice = await createPrivacyRepository(tx).setChoice(teamId, change);
        await publish(tx, { type: "team_updated", teamId, id: teamId });
        return choice;
      });
    },
  };
}

/** Forgets calls older than the ledger keeps them. */
export async function purgeOutsideCalls(db: Executor, now = new Date()): Promise<void> {
  const before = new Date(now);
  before.setUTCMonth(before.getUTCMonth() - keptMonths);
  await createPrivacyRepository(db).purgeBefore(before);
}

function toCall({ seq: _seq, teamId: _team, ...row }: CallRow, now: number): OutsideCall {
  const open = now - row.at.getTime() < longestCall ? "under_way" : "no_answer";
  return { ...row, at: row.at.toISOString(), outcome: row.outcome ?? open };
}

type Sums = OutsideAmount & { service: string; host: string };

function toSpan(byService: Sums[]): OutsideSummary["today"] {
  const sum = (field: keyof OutsideAmount) => byService.reduce((total, row) => total + row[field], 0);
  return {
    all: {
      calls: sum("calls"),
      bytesSent: sum("bytesSent"),
      bytesReceived: sum("bytesReceived"),
      tokens: sum("tokens"),
    },
    byService,
  };
}
