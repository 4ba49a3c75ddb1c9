import type { SenderContact } from "../inbox/contract";
import type { FindContacts } from "../inbox/sender-contact";
import { addressKey, handleKey, phoneKey } from "./contact-keys";
import { crmName } from "./crm-facts";
import { createSenderRepository, type FoundSender } from "./records/sender-repository";

/** The key of a sender, whose address is an email address, a number or a handle, depending on the channel. */
export function senderKeyOf(address: string): string | null {
  if (address.startsWith("@")) return handleKey(address);
  if (address.includes("@")) return addressKey(address);
  return phoneKey(/^\d{8,15}$/.test(address) ? `+${address}` : address);
}

/** Finds senders in the team's CRMs: the contact, or else the company with the address's domain. */
export const findContacts: FindContacts = async (executor, teamId, addresses) => {
  const senders = createSenderRepository(executor, teamId);
  const keyOf = new Map(addresses.map((address) => [address, senderKeyOf(address)]));
  const keys = [...new Set(keyOf.values())].filter((key) => key !== null);
  // Of several contacts with one address, the one with most open deals comes first.
  const contacts =
    keys.length > 0 ? firstByKey(await senders.contacts(keys)) : new Map<string, FoundSender>();
  const domains = keys.filter((key) => !contacts.has(key)).flatMap((key) => domainOf(key) ?? []);
  const companies =
    domains.length > 0
      ? firstByKey(await senders.companies([...new Set(domains)]))
      : new Map<string, FoundSender>();
  const found = new Map<string, SenderContact>();
  for (const [address, key] of keyOf) {
    const sender = key === null ? undefined : (contacts.get(key) ?? companies.get(domainOf(key) ?? ""));
    if (sender) found.set(address, toContact(sender));
  }
  return found;
};

function firstByKey(rows: FoundSender[]): Map<string, FoundSender> {
  const first = new Map<string, FoundSender>();
  for (const row of rows) if (!first.has(row.key)) first.set(row.key, row);
  return first;
}

const domainOf = (key: string): string | undefined =>
  key.startsWith("mail:") ? key.slice(key.lastIndexOf("@") + 1) : undefined;

const toContact = (sender: FoundSender): SenderContact => ({
  name: sender.name,
  jobTitle: sender.job_title,
  companyName: sender.company,
  crm: sender.sample ? sender.account : crmName(sender.provider),
  url: sender.url,
  openDeals: sender.open_deals ?? 0,
  deals: sender.deals ?? [],
});
