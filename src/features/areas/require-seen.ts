import { isAsSeen } from "../../server/http/as-seen";
import { AppError } from "../../shared/app-error";
import { type AreaPatch, companyKey } from "./contract";
import type { AreaFields } from "./revert";

/** @throws AppError `changed_since` unless an area {@link isAsSeen}. */
export function requireSeen(now: AreaFields, expected: AreaPatch = {}, wanted: AreaPatch = {}): void {
  if (!isAsSeen(inOrder(now), inOrder(expected), inOrder(wanted)))
    throw new AppError("changed_since", "Somebody has changed this area since.");
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
