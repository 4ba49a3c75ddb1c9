import { expect, test } from "vitest";
import { addArea, path } from "../../../test/support/teams/areas";
import { startTestApp } from "../../../test/support/test-app";
import type { Area } from "./contract";

const app = await startTestApp();

test("BEY-6 areas are listed by name as people count, whatever their case and accents", async () => {
  const ana = await app.signIn();
  for (const name of ["Phase 10", "Zoo", "phase 2", "Öl", "Phase 1", "Quay"]) await addArea(ana, {}, name);
  const { body } = await ana.get<Area[]>(path(ana));
  expect(body.map(({ name }) => name)).toEqual(["Öl", "Phase 1", "phase 2", "Phase 10", "Quay", "Zoo"]);
});
