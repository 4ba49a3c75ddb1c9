import { storable } from "../mail/charset";

/** A row with the names of files and their entries, which may contain anything, made storable. */
export function storableParts<Row extends object>(row: Row): Row {
  const clean = (value: unknown): unknown => {
    if (typeof value === "string") return storable(value);
    if (Array.isArray(value)) return value.map(clean);
    if (typeof value !== "object" || value === null || value instanceof Date) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, clean(inner)]));
  };
  return clean(row) as Row;
}
