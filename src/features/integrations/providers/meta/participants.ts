import { day, minute } from "../../../../shared/durations";
import type { Session } from "../provider";
import type { Participant } from "./direct-message";

/** Most names in the cache. */
const most = 2000;
/** How long a name, or the fact that there is none, is cached (milliseconds). */
const lasting = { found: day, missing: 10 * minute };
/** How long a message waits for its sender's name (milliseconds). */
const patience = 3000;

/**
 * Looks up participants by id and caches the latest {@link most}. A failed lookup never blocks a message; it
 * returns `unknown` instead.
 */
export function rememberParticipants(
  unknown: Participant,
  fetchParticipant: (session: Session, id: string, signal: AbortSignal) => Promise<Participant | undefined>,
): (session: Session, id: string) => Promise<Participant> {
  const known = new Map<string, { participant: Participant; until: number }>();

  function keep(key: string, found: Participant | undefined): Participant {
    const participant = found ?? unknown;
    known.delete(key);
    known.set(key, { participant, until: Date.now() + (found ? lasting.found : lasting.missing) });
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) known.delete(oldest);
    return participant;
  }

  return async (session, id) => {
    const key = `${session.externalId} ${id}`;
    const kept = known.get(key);
    if (kept && kept.until > Date.now()) return kept.participant;
    const signal = AbortSignal.any([session.signal, AbortSignal.timeout(patience)]);
    return keep(key, await fetchParticipant(session, id, signal).catch(() => undefined));
  };
}
