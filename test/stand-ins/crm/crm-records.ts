export type CrmKind = "companies" | "contacts" | "deals" | "tasks";

/** A record in a stand-in's CRM, in the fields of its own API. */
export interface CrmRecord {
  id: string;
  fields: Record<string, unknown>;
  changedAt: Date;
  deleted: boolean;
}

/** What is in a stand-in's CRM. */
export interface CrmRecords {
  /** @returns its id. */
  add(kind: CrmKind, fields: Record<string, unknown>): string;
  change(kind: CrmKind, id: string, fields: Record<string, unknown>): void;
  remove(kind: CrmKind, id: string): void;
  /** Undefined if it was deleted. */
  find(kind: CrmKind, id: string): CrmRecord | undefined;
  /** Those that changed since then, by id. */
  list(kind: CrmKind, which?: { since?: Date | null; deleted?: boolean }): CrmRecord[];
}

/** @param idOf - the id of the nth record. */
export function createCrmRecords(idOf: (kind: CrmKind, n: number) => string): CrmRecords {
  const all = new Map<CrmKind, Map<string, CrmRecord>>();
  let count = 0;
  const of = (kind: CrmKind): Map<string, CrmRecord> => {
    const records = all.get(kind) ?? new Map<string, CrmRecord>();
    all.set(kind, records);
    return records;
  };
  const find = (kind: CrmKind, id: string) => {
    const record = of(kind).get(id);
    return record?.deleted ? undefined : record;
  };
  return {
    find,
    add(kind, fields) {
      const id = idOf(kind, ++count);
      of(kind).set(id, { id, fields, changedAt: new Date(), deleted: false });
      return id;
    },
    change(kind, id, fields) {
      const record = find(kind, id);
      if (!record) return;
      Object.assign(record.fields, fields);
      record.changedAt = new Date();
    },
    remove(kind, id) {
      const record = find(kind, id);
      if (record) Object.assign(record, { deleted: true, changedAt: new Date() });
    },
    list: (kind, { since = null, deleted = false } = {}) =>
      [...of(kind).values()].filter(
        (record) => record.deleted === deleted && (since === null || record.changedAt >= since),
      ),
  };
}
