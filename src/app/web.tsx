import "../web/ui/theme/tokens.css";
import "../web/ui/theme/base.css";
import { currentVisitor } from "../features/auth/web/visitor";
import { openProgram, prepareWorkspace } from "./program";
import { publicPageAt } from "./public-pages";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

void openProgram(root);
// After it: the styles that it applies are not fetched a second time.
const path = window.location.pathname;
if (currentVisitor() && !publicPageAt(path)) prepareWorkspace(path);
