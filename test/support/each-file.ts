import fc from "fast-check";
import { afterAll, inject } from "vitest";
import { checkLockOrder } from "../../src/server/postgres/lock-order";
import { takeScriptsFrom } from "../../src/server/workers/worker-script";
import { stopAll } from "./at-end";

// Registered before each test file, so that it runs after everything else.
afterAll(stopAll);

checkLockOrder();

const builtScripts = inject("builtScripts");
if (builtScripts) takeScriptsFrom(builtScripts);

// Reports keep a failure's message, but not its cause.
fc.configureGlobal({ includeErrorInReport: true });
