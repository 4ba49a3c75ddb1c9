import { handlePushes } from "./push";
import { serveShell } from "./shell";
import type { WorkerScope } from "./worker-scope";

// The service worker: one file of its own, which the server sends from the root.
const scope = self as unknown as WorkerScope;
serveShell(scope);
handlePushes(scope);
