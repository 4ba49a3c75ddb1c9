import type { Executor } from "../../server/database";
import type { Actor } from "../../shared/actor";
import { termsDate } from "../../shared/terms-date";
import type { Consent, ConsentSubject } from "./contract";
import { createConsentRepository, type NewConsent } from "./repository";

/**
 * Records a consent in the transaction that acts on it. Earlier records stay, so that it can be shown what applied
 * when; saying the same again adds none.
 */
export function recordConsent(tx: Executor, consent: NewConsent): Promise<void> {
  return createConsentRepository(tx).add(consent);
}

/** Signing in accepts the terms, as they say themselves. */
export const acceptTerms = (tx: Executor, userId: string): Promise<void> =>
  recordConsent(tx, { userId, teamId: null, subject: "terms", given: true, version: termsDate });

/** Leaving a team withdraws what the person agreed to in it. */
export const withdrawConsents = (tx: Executor, left: { teamId: string; userId: string }): Promise<void> =>
  createConsentRepository(tx).withdraw(left);

/** When a team stops something, all its members' consents to that end, no matter who stopped it. */
export const endConsents = (
  tx: Executor,
  ended: { teamId: string; subject: ConsentSubject },
): Promise<void> => createConsentRepository(tx).withdraw(ended);

/** What the actor has agreed to and taken back, newest first. */
export async function consentsOf(db: Executor, { userId, roles }: Actor): Promise<Consent[]> {
  const rows = await createConsentRepository(db).list(userId, Object.keys(roles));
  return rows.map(({ id, teamId, subject, given, version, at }) => ({
    ...{ id, teamId, subject, given, version },
    at: at.toISOString(),
  }));
}
