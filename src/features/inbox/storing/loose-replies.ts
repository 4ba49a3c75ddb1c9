import { replyBeginning, subjectPrefix } from "../../mail/subject-prefix";

/** SQL of a subject without the prefixes of replies and forwards, for comparing subjects. @param of - a table. */
export const plainSubject = (of?: string): string =>
  `left(lower(btrim(regexp_replace(${of ? `${of}.` : ""}subject, '^(?:\\s*${subjectPrefix})+', '', 'i'))), 200)`;

/** SQL that is true for a mail that answers by its subject and names no mail: its conversation is its own. */
export const isLooseReply = (of?: string): string => {
  const from = of ? `${of}.` : "";
  return `${from}deleted_at is null and ${from}subject ~* '${replyBeginning}' and starts_with(${from}external_id, ${from}thread_key)`;
};
