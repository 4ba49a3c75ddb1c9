import type { Executor } from "../../server/database";
import { publish } from "../../server/live-hub";
import { shortTurns } from "../../server/workers/short-turns";
import type { Actor } from "../../shared/actor";
import { day, minute } from "../../shared/durations";
import type { PageBefore } from "../../shared/paging";
import { endConsents, recordConsent, requireRight, requireTeam } from "../teams/service";
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
import { onlyText, type Person, type RedactedText, type RedactedTexts, redactionSteps } from "./redact";
import { type CallRow, createPrivacyRepository } from "./repository";

/** How long the ledger keeps calls, in months. */
export const keptMonths = 12;
/** A call without an end after this time (milliseconds) was cut off. Longer than any timeout. */
const longestCall = 30 * minute;
const nothingChosen: PrivacyChoice = { redactNames: false, redactAddresses: false };

/** A call that is about to be made. Sizes are bytes on the wire. */
export interface OpenedCall {
  teamId: string;
  purpose: OutsidePurpose;
  /** The provider's name, for example "anthropic". */
  service: string;
  host: string;
  model: string | null;
  /** The message, meeting or question of the call (a UUID). */
  subjectId: string | null;
  bytesSent: number;
  redacted: Redacted;
}

/** How a call ended. */
export interface ClosedCall {
  outcome: CallOutcome;
  bytesReceived: number;
  /** Null if the service doesn't say. */
  tokens: number | null;
  durationMs: number;
}

export type PrivacyService = ReturnType<typeof createPrivacyService>;

/**
 * Redacts what must not leave and keeps a ledger of what did.
 *
 * @param outsideServices - services this installation is configured to call; empty for none.
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

  async function redactionOf(teamId: string) {
    const choice = await choiceOf(teamId);
    return { ...choice, members: choice.redactNames ? await repository.memberNames(teamId) : [] };
  }

  return {
    /**
     * Returns the redaction that every text of a team passes before it is sent. Reads the team's settings
     * once. The returned function restarts its placeholder numbers for every text.
     */
    async redactFor(teamId: string): Promise<(text: string, people?: Person[]) => Promise<RedactedText>> {
      const { members, ...choice } = await redactionOf(teamId);
      return async (text, people = []) =>
        onlyText(await inTurns(redactionSteps([text], { ...choice, people: [...people, ...members] })));
    },

    /** Redacts texts that are sent together, so that the same person has the same number in all of them. */
    async redactTogether(teamId: string, texts: string[], people: Person[]): Promise<RedactedTexts> {
      const { members, ...choice } = await redactionOf(teamId);
      return inTurns(redactionSteps(texts, { ...choice, people: [...people, ...members] }));
    },

    /** Records a call before it is made. Once this resolves, the row is stored whatever happens next. */
    async opened(call: OpenedCall): Promise<string> {
      return repository.insert(call);
    },

    /** Records how a call ended. Only the first end counts. */
    async closed(id: string, end: ClosedCall): Promise<void> {
      await repository.close(id, { ...end, durationMs: Math.round(end.durationMs) });
    },

    /** Tokens used by the team's ended calls since a given time. Calls under way count once they end. */
    async tokensSince(teamId: string, since: Date): Promise<number> {
      return repository.tokensSince(teamId, since);
    },

    /** A page of the team's calls to outside services, latest first. */
    async calls(actor: Actor, teamId: string, page: PageBefore): Promise<OutsideCall[]> {
      requireTeam(actor, teamId);
      return (await repository.list(teamId, page)).map((row) => toCall(row, Date.now()));
    },

    /** @param dayStart - ISO 8601; midnight UTC by default. */
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

    /** What the team has chosen to redact, or the default. */
    async choice(actor: Actor, teamId: string): Promise<PrivacyChoice> {
      requireTeam(actor, teamId);
      return choiceOf(teamId);
    },

    /** Changes what is replaced from now on and updates the team's open screens. */
    async choose(actor: Actor, teamId: string, change: PrivacyChange): Promise<PrivacyChoice> {
      requireRight(actor, teamId, "changePrivacy");
      return db.transaction(async (tx) => {
        const choice = await createPrivacyRepository(tx).setChoice(teamId, change);
        const { userId } = actor;
        const { redactNames, redactAddresses } = change;
        const choices = [
          ["unredacted_names", redactNames],
          ["unredacted_addresses", redactAddresses],
        ] as const;
        for (const [subject, redacts] of choices) {
          if (redacts === false) await recordConsent(tx, { userId, teamId, subject, given: true });
          if (redacts === true) await endConsents(tx, { teamId, subject });
        }
        await publish(tx, { type: "team_updated", teamId, id: teamId });
        return choice;
      });
    },
  };
}

/** Runs a redaction to its end; other work of the thread runs between its steps. */
async function inTurns(steps: ReturnType<typeof redactionSteps>): Promise<RedactedTexts> {
  const nextTurn = shortTurns();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await nextTurn();
  }
}

/** Deletes calls older than the retention period. */
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
