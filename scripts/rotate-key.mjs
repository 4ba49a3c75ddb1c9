// npm run rotate-key: encrypts all stored access under a new key, while Zippy is stopped.
import { endWithNpm, ensureBuilt, ensureInstalled } from "./setup.mjs";

ensureInstalled();
ensureBuilt();
endWithNpm();
await import("../dist/rotate-key.js");
