import { afterAll } from "vitest";
import { checkLockOrder } from "../../src/server/postgres/lock-order";
import { stopAll } from "./at-end";

// Registered before each test file, so that it runs after everything else.
afterAll(stopAll);

checkLockOrder();
