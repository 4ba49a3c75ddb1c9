import "../web/ui/theme/tokens.css";
import "../web/ui/theme/base.css";
import { currentVisitor } from "../features/auth/web/visitor";
import { showInter } from "../web/ui/theme/inter";
import { openProgram, prepareWorkspace } from "./program";
import { publicPageAt } from "./public-pages";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

void openProgram(root);
// Afterwards, so that the styles it applies aren't fetched twice.
const path = window.location.pathname;
const prepared = currentVisitor() && !publicPageAt(path) ? prepareWorkspace(path) : undefined;
// The font has a quarter of the workspace's size, so on a slow line it waits for that, unless this browser has both.
if (prepared && !navigator.serviceWorker?.controller) void prepared.finally(showInter);
else showInter();
