import { logout } from "../features/auth/contract";
import { identity } from "../features/auth/web/identity";
import { onSignInState } from "../features/auth/web/sign-in";
import { setInDemo } from "../features/auth/web/visitor";
import { bringLandingToLife } from "../features/landing/web/landing-life";
import { call } from "../web/api";

/**
 * The program of landing.html, which the server sends to visitors without a session. It has no framework: the
 * page is complete without it, and the workspace's code loads at sign-in.
 */
const root = document.getElementById("root");
if (!root) throw new Error("landing.html has no #root");

const loadProgram = () => import("./program");
// A demo that this browser still remembers has ended.
setInDemo(false);
if (!identity().currentUser())
  call(logout, {}).catch((error: unknown) => console.warn("Couldn't reach the server to sign out", error));
// In parallel with the popup.
const stopPreparing = onSignInState(() => {
  stopPreparing();
  loadProgram()
    .then(({ prepareWorkspace }) => prepareWorkspace("/dashboard"))
    .catch((error: unknown) => console.warn("Could not load ahead of time", error));
});
const stop = bringLandingToLife(root, (path) => {
  stop();
  history.pushState(null, "", path);
  // If its code doesn't load, normal navigation may.
  loadProgram()
    .then(({ openProgram }) => openProgram(root))
    .catch(() => location.reload());
});
