import { expect, test } from "vitest";
import { crashImports } from "./crash/import-crash";

// `npm run soak` kills more often.
const kills = 4;

test(`after ${kills} kill -9 in the middle of an import, every message exists exactly once and every acknowledged change is kept`, async () => {
  expect(await crashImports({ kills, mails: 1200 })).toEqual({ kills, lost: 0, doubled: 0 });
});
