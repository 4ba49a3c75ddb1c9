import { handlePushes } from "./push";
import { showStoppedPage } from "./stopped-page";
import type { WorkerScope } from "./worker-scope";

// The service worker: one file of its own, which the server sends from the root.
const scope = self as unknown as WorkerScope;
showStoppedPage(scope);
handlePushes(scope);
