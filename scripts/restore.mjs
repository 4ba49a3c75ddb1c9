// npm run restore -- FILE.zip: restores a backup into an empty database and data folder.
import { endWithNpm, ensureBuilt, ensureInstalled } from "./setup.mjs";

ensureInstalled();
ensureBuilt();
endWithNpm();
await import("../dist/restore.js");
