import { lazyPart } from "../../../web/ui/lazy-part";

/** The banner, loaded after its screen because there is usually nothing to ask. */
export const LateCorrectionBanner = lazyPart(() => import("./correction-banner"), "CorrectionBanner");
