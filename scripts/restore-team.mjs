// npm run restore-team -- FILE.zip: restores a team from its export, with or without a running server.
import { endWithNpm, ensureBuilt, ensureInstalled } from "./setup.mjs";

ensureInstalled();
ensureBuilt();
endWithNpm();
await import("../dist/restore-team.js");
