// npm run backup [-- FILE.zip]: copies the database, files and keys into one zip, with or without a running server.
import { endWithNpm, ensureBuilt, ensureInstalled } from "./setup.mjs";

ensureInstalled();
ensureBuilt();
endWithNpm();
await import("../dist/backup.js");
