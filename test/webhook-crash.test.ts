import { expect, test } from "vitest";
import { crashWebhooks } from "./crash/webhook-crash";

// `npm run soak` kills more often, and checks that the kills hit unanswered deliveries.
const kills = 3;

test(`INT-8 after ${kills} kill -9 right at the commit, every acknowledged webhook delivery is a message exactly once`, async () => {
  expect(await crashWebhooks(kills, 150)).toMatchObject({ kills, lost: 0, doubled: 0 });
});
