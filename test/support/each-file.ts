import fc from "fast-check";
import { afterAll } from "vitest";
import { checkLockOrder } from "../../src/server/postgres/lock-order";
import { stopAll } from "./at-end";

// Registered before each test file, so that it runs after everything else.
afterAll(stopAll);

checkLockOrder();

// Reports keep a failure's message, but not its cause.
fc.configureGlobal({ includeErrorInReport: true });
