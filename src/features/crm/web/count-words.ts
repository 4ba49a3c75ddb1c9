import type { CrmConnection, CrmCounts, RecordKind } from "../contract";

const nouns: Record<RecordKind, [one: string, many: string]> = {
  contacts: ["contact", "contacts"],
  companies: ["company", "companies"],
  deals: ["deal", "deals"],
  tasks: ["task", "tasks"],
};

const counted = (kind: RecordKind, count: number): string =>
  `${count.toLocaleString("en-US")} ${nouns[kind][count === 1 ? 0 : 1]}`;

/** What is stored of a CRM: "1,204 contacts, 18 deals". */
export function countsInWords(counts: CrmCounts): string {
  const parts = (Object.keys(nouns) as RecordKind[]).flatMap((kind) =>
    counts[kind] > 0 ? counted(kind, counts[kind]) : [],
  );
  return parts.length > 0 ? parts.join(", ") : "Nothing yet";
}

/** What a running sync is doing. */
export const progressInWords = ({ kind, done }: NonNullable<CrmConnection["progress"]>): string =>
  done > 0 ? `Syncing: ${counted(kind, done)} so far` : `Syncing ${nouns[kind][1]}`;
