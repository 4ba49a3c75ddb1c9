// npm start: installs what is missing, builds what is stale, and becomes the server, in this one process.
import { endWithNpm, ensureBuilt, ensureInstalled } from "./setup.mjs";

ensureInstalled();
ensureBuilt();
endWithNpm();
await import("../dist/server.js");
