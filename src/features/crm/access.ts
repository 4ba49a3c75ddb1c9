import { SealedError, type Secrets } from "../../server/secrets";
import { type CrmAccess, CrmFailure } from "./crms/crm";
import type { CrmConnectionRow } from "./repository";

const locationOf = (id: string): string => `crm_connections/${id}`;

/** Encrypts the access to a CRM for its row. */
export const sealAccess = (secrets: Secrets, id: string, access: CrmAccess): string =>
  secrets.seal(JSON.stringify(access), locationOf(id));

/** @throws CrmFailure if there is none, or its key is lost. */
export function openAccess(
  secrets: Secrets,
  { id, credentials }: Pick<CrmConnectionRow, "id" | "credentials">,
): CrmAccess {
  try {
    if (credentials !== null) return JSON.parse(secrets.open(credentials, locationOf(id))) as CrmAccess;
  } catch (error) {
    if (!(error instanceof SealedError)) throw error;
  }
  throw new CrmFailure("key_refused", "Zippy can't read the stored key any more. Connect the CRM again.");
}
