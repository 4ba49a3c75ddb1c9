/** Areas as people look for them: “Phase 2” before “Phase 10”, whatever the case and the accents. */
const { compare } = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Orders areas by name; equal names keep their order. */
export const byAreaName = (one: { name: string }, other: { name: string }): number =>
  compare(one.name, other.name);
