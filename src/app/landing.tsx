import { logout } from "../features/auth/contract";
import { identity } from "../features/auth/web/identity";
import { onSignInState } from "../features/auth/web/sign-in";
import { setInDemo } from "../features/auth/web/visitor";
import { bringLandingToLife } from "../features/landing/web/landing-life";
import { call } from "../web/api";

/**
 * The program of landing.html, which the server sends to whoever has no session. It carries no framework: the page is
 * complete without it, and the workspace's code comes when somebody signs in.
 */
const root = document.getElementById("root");
if (!root) throw new Error("landing.html has no #root");

const loadProgram = () => import("./program");
// A demonstration that this browser still remembers is over.
setInDemo(false);
if (!identity().currentUser())
  call(logout, {}).catch((error: unknown) => console.warn("Sign-out did not reach the server", error));
// Beside the popup instead of after it.
const stopPreparing = onSignInState(() => {
  stopPreparing();
  loadProgram()
    .then(({ prepareWorkspace }) => prepareWorkspace("/dashboard"))
    .catch((error: unknown) => console.warn("Could not load ahead of time", error));
});
const stop = bringLandingToLife(root, (path) => {
  stop();
  history.pushState(null, "", path);
  // Where its code does not come, the browser's own way there may.
  loadProgram()
    .then(({ openProgram }) => openProgram(root))
    .catch(() => location.reload());
});
