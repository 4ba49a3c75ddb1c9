import { counted } from "../../../shared/counted";
import type { CrmConnection, CrmCounts, RecordKind } from "../contract";
import { recordNouns } from "../record-nouns";

/** What is stored of a CRM: "1,204 contacts, 18 deals". */
export function countsInWords(counts: CrmCounts): string {
  const parts = (Object.keys(recordNouns) as RecordKind[]).flatMap((kind) =>
    counts[kind] > 0 ? counted(counts[kind], ...recordNouns[kind]) : [],
  );
  return parts.length > 0 ? parts.join(", ") : "Nothing yet";
}

/** What a running sync is doing. */
export const progressInWords = ({ kind, done }: NonNullable<CrmConnection["progress"]>): string =>
  done > 0 ? `Syncing: ${counted(done, ...recordNouns[kind])} so far` : `Syncing ${recordNouns[kind][1]}`;
