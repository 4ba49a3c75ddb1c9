import { latePart } from "../../../web/ui/lazy-part";

/** The banner, loaded after its screen, because there is usually nothing to ask. */
export const LateCorrectionBanner = latePart(() => import("./correction-banner"), "CorrectionBanner");
