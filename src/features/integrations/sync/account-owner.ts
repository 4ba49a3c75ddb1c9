import type { Executor } from "../../../server/database";
import { factsOf } from "../../channels/providers";
import { createConnectionRepository } from "../repository";

/** What Zippy knows about the person who connected an account. */
export interface AccountOwner {
  /** IANA time zone; null if unknown. */
  timeZone: string | null;
  /** Ids of the mailboxes they have connected in the team, now and earlier. */
  mailboxes: { connected: string[]; disconnected: string[] };
  /** Their email addresses: those of the mailboxes, and the one they sign in with. */
  addresses: string[];
}

/** Only mailboxes give the same email the same id. */
export const isMailbox = (provider: string): boolean => factsOf(provider)?.category === "email";

/** Finds the person who connected an account. Everything is unknown if they have left. */
export async function findOwner(db: Executor, teamId: string, accountId: string): Promise<AccountOwner> {
  const person = await createConnectionRepository(db).person(teamId, accountId);
  if (!person) return { timeZone: null, mailboxes: { connected: [], disconnected: [] }, addresses: [] };
  const mailboxes = person.accounts.filter(({ provider }) => isMailbox(provider));
  const addresses = [person.email, ...mailboxes.map(({ address }) => address)];
  return {
    timeZone: person.timeZone,
    mailboxes: {
      connected: idsOf(mailboxes.filter(({ status }) => status !== "disconnected")),
      disconnected: idsOf(mailboxes.filter(({ status }) => status === "disconnected")),
    },
    addresses: addresses.filter((address): address is string => address !== null),
  };
}

const idsOf = (mailboxes: { accountId: string }[]): string[] => mailboxes.map(({ accountId }) => accountId);
