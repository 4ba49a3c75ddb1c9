// npm start: installs what is missing, builds what is stale, and then runs the server in the same process.
import { endWithNpm, ensureBuilt, ensureInstalled } from "./setup.mjs";

ensureInstalled();
ensureBuilt();
endWithNpm();
await import("../dist/server.js");
