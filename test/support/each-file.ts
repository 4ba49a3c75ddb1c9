import { afterAll } from "vitest";
import { stopAll } from "./at-end";

// Registered before each test file, so that it runs after everything else.
afterAll(stopAll);
