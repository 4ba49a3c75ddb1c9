import { expect, test } from "vitest";
import { crashCrmSyncs } from "./crash/crm-crash";

// `npm run soak` kills more often.
const kills = 3;

test(`CRM-3 after ${kills} kill -9 in the middle of syncs with every CRM, CRMs and product are equal`, async () => {
  expect(await crashCrmSyncs(kills)).toEqual({ kills, different: [] });
});
