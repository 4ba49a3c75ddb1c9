import type { ComponentType } from "react";
import { onDemand } from "../web/on-demand";
import { Splash } from "./notice-screens";

/** A page open to everyone, signed in or not. None of them may need the component library. */
interface PublicPage {
  /** Matches the whole path. */
  path: RegExp;
  View: ComponentType;
}

/** A new public page is one line here. */
const publicPages: PublicPage[] = [
  page(/^\/pricing$/, () =>
    import("../features/landing/web/pricing/pricing-screen").then((m) => m.PricingScreen),
  ),
  page(/^\/demo$/, () => import("../features/demo/web/demo-screen").then((m) => m.DemoScreen)),
  page(/^\/invite\/[^/]+$/, () =>
    import("../features/teams/web/invitation-screen").then((m) => m.InvitationScreen),
  ),
];

function page(path: RegExp, load: () => Promise<ComponentType>): PublicPage {
  return { path, View: onDemand(load, <Splash />) };
}

/** The public page at a path; undefined for the landing page and the workspace. */
export function publicPageAt(path: string): PublicPage | undefined {
  const bare = path.length > 1 ? path.replace(/\/+$/, "") : path;
  return publicPages.find((one) => one.path.test(bare));
}
