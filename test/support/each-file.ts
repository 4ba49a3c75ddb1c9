import { afterAll } from "vitest";
import { stopAll } from "./at-end";

// Run before each test file, so that this is the last thing the file does.
afterAll(stopAll);
