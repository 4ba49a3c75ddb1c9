import { expect, test } from "vitest";
import { ProviderFailure, type StoredMessage } from "../providers/provider";
import { findEmptied, isRecheckDue, listLocations, unlessRefused } from "./recheck";

/** Messages in locations with these names. */
const presentIn = (...locations: string[]): StoredMessage[] =>
  locations.map((location) => ({
    externalId: `of ${location}`,
    threadKey: null,
    sentAt: new Date(),
    locations: [location],
  }));

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `p${1000 + at}`);

/** Checks locations, of which the given ones are empty. `asked` records the checked ones. */
function checking(empty: string[]) {
  const checked: string[] = [];
  const isEmpty = async (location: string) => {
    checked.push(location);
    return empty.includes(location);
  };
  return { checked, isEmpty };
}

test("INT-8 only unlisted locations are checked, and only those found empty count as empty", async () => {
  const { checked, isEmpty } = checking(["gone", "listed"]);
  const found = await findEmptied(presentIn("listed", "gone", "missed"), new Set(["listed"]), "", isEmpty);
  expect(found).toEqual({ emptied: ["gone"], after: null });
  expect(checked.sort()).toEqual(["gone", "missed"]);
});

test("INT-8 many missing locations are checked in parts, each once, whether empty or not", async () => {
  const locations = numbered(450);
  const { checked, isEmpty } = checking(locations.slice(0, 100));
  let after: string | null = "";
  const parts: number[] = [];
  while (after !== null) {
    const before = checked.length;
    ({ after } = await findEmptied(presentIn(...locations), new Set(), after, isEmpty));
    parts.push(checked.length - before);
  }
  expect(parts).toEqual([200, 200, 50]);
  expect(checked.sort()).toEqual(locations);
});

test("INT-8 an endless list is abandoned, and nothing is checked", async () => {
  let read = 0;
  const listed = await listLocations(async () => ({ locations: [`p${read++}`], next: "more" }));
  expect({ listed, read }).toEqual({ listed: null, read: 40 });
  const { checked, isEmpty } = checking(["gone"]);
  expect(await findEmptied(presentIn("gone"), listed, "", isEmpty)).toEqual({ emptied: [], after: null });
  expect(checked).toEqual([]);
});

test("INT-8 a refused list ends the recheck; any other failure propagates", async () => {
  const failing = (kind: "refused" | "unavailable") => Promise.reject(new ProviderFailure(kind, "No."));
  expect(await unlessRefused(failing("refused"))).toEqual({ emptied: [], after: null });
  await expect(unlessRefused(failing("unavailable"))).rejects.toMatchObject({ kind: "unavailable" });
});

test("a recheck is due six hours after the last one started", () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  expect([hoursAgo(5.99), hoursAgo(6)].map(isRecheckDue)).toEqual([false, true]);
});
