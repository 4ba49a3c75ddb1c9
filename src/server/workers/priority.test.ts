import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../project-root";

test("a process gives way, but one with a lower priority keeps it, since only root may raise it", () => {
  const script = `
    const { getPriority, setPriority } = await import("node:os");
    const { giveWay } = await import(${JSON.stringify(join(projectRoot, "src/server/workers/priority.ts"))});
    const before = getPriority();
    giveWay(before + 2);
    const first = getPriority() - before;
    setPriority(before + 5);
    giveWay(before + 2);
    console.log(JSON.stringify([first, getPriority() - before]));`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "--eval", script],
    { cwd: projectRoot, encoding: "utf8" },
  );
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual([2, 5]);
});
