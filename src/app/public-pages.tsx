import type { ComponentType } from "react";
import { lazyView } from "../web/ui/lazy-part";
import { Splash } from "./notice-screens";

/** A page open to everyone, signed in or not. None of them may need the component library. */
interface PublicPage {
  /** Matches the whole path. */
  path: RegExp;
  View: ComponentType;
}

/** A new public page is one entry here. */
const publicPages: PublicPage[] = [
  {
    path: /^\/pricing$/,
    View: lazyView(
      () => import("../features/landing/web/pricing/pricing-screen"),
      "PricingScreen",
      <Splash />,
    ),
  },
  {
    path: /^\/demo$/,
    View: lazyView(() => import("../features/demo/web/demo-screen"), "DemoScreen", <Splash />),
  },
  {
    path: /^\/invite\/[^/]+$/,
    View: lazyView(() => import("../features/teams/web/invitation-screen"), "InvitationScreen", <Splash />),
  },
];

/** The public page at a path; undefined for the landing page and the workspace. */
export function publicPageAt(path: string): PublicPage | undefined {
  const bare = path.length > 1 ? path.replace(/\/+$/, "") : path;
  return publicPages.find((one) => one.path.test(bare));
}
