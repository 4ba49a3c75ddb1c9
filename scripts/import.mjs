// npm run import -- --email YOU FILE…: imports a mail archive, with or without a running server.
import { endWithNpm, ensureBuilt, ensureInstalled } from "./setup.mjs";

ensureInstalled();
ensureBuilt();
endWithNpm();
await import("../dist/import.js");
