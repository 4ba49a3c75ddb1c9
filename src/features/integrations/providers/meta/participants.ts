import { day, minute } from "../../../../shared/durations";
import { createNameCache, nameKey } from "../name-cache";
import { ProviderFailure, type Session } from "../provider";

/** Most names in the cache. */
const most = 2000;
/** How long a name, or the fact that there is none, is current (milliseconds). */
const lasting = { found: day, missing: 10 * minute };

/** A participant of a conversation, as shown to the user. */
export interface Participant {
  name: string;
  /** A handle such as @name; null if there is none. */
  address: string | null;
}

/** The participants of an account's conversations, by id. */
export interface Participants {
  /** As known so far, without asking Meta. `current`: false if it should be looked up. */
  known(account: Pick<Session, "accountId">, id: string): { participant: Participant; current: boolean };
  /** @throws ProviderFailure if Meta can't be asked now. A person whom it doesn't show counts as looked up. */
  lookUp(session: Session, id: string): Promise<void>;
}

/**
 * Looks up participants by id and caches the latest {@link most}.
 *
 * @param unknown - stands for everybody whose name isn't known.
 */
export function createParticipants(
  unknown: Participant,
  fetchParticipant: (session: Session, id: string) => Promise<Participant | undefined>,
): Participants {
  const names = createNameCache<Participant>(most);
  return {
    known(account, id) {
      const key = nameKey(account, id);
      return { participant: names.get(key) ?? unknown, current: names.isCurrent(key) };
    },
    async lookUp(session, id) {
      const key = nameKey(session, id);
      if (names.isCurrent(key)) return;
      const found = await fetchParticipant(session, id).catch(hidden);
      names.set(key, found ?? unknown, found ? lasting.found : lasting.missing);
    },
  };
}

/** Meta shows only people who consented, and refuses in several ways. Lost access is the next check's to report. */
function hidden(error: unknown): undefined {
  if (error instanceof ProviderFailure && (error.kind === "unavailable" || error.kind === "rate_limited"))
    throw error;
}
