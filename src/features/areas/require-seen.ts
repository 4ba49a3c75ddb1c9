import { isDeepStrictEqual } from "node:util";
import { AppError } from "../../shared/app-error";
import { type AreaPatch, companyKey } from "./contract";
import type { AreaFields } from "./revert";

/**
 * @param expected - what the person has seen.
 * @param wanted - values that are as good, because the person sets them.
 * @throws AppError `changed_since` if an area has others by now.
 */
export function requireSeen(now: AreaFields, expected: AreaPatch = {}, wanted: AreaPatch = {}): void {
  const differs = (field: keyof AreaFields, values: AreaPatch) =>
    values[field] !== undefined && !isDeepStrictEqual(inOrder(values)[field], inOrder(now)[field]);
  const changed = (["name", "color", "rules"] as const).filter(
    (field) => differs(field, expected) && (wanted[field] === undefined || differs(field, wanted)),
  );
  if (changed.length > 0) throw new AppError("changed_since", "Somebody has changed this area since.");
}

/** Rules in the same order, however they were entered; and of people and companies only what tells them apart. */
const inOrder = ({ rules, ...others }: AreaPatch) => ({
  ...others,
  rules: rules && [
    rules.people.map(({ key }) => key).sort(),
    rules.channels.toSorted(),
    rules.keywords.toSorted(),
    rules.companies.map(companyKey).sort(),
  ],
});
