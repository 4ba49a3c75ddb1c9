import { storable } from "../mail/charset";

/** Makes a row with names of files and entries storable, because these may contain anything. */
export function storableParts<Row extends object>(row: Row): Row {
  const clean = (value: unknown): unknown => {
    if (typeof value === "string") return storable(value);
    if (Array.isArray(value)) return value.map(clean);
    if (typeof value !== "object" || value === null || value instanceof Date) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, clean(inner)]));
  };
  return clean(row) as Row;
}
