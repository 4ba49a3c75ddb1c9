import { onDemand } from "../../../web/on-demand";

const CorrectionBanner = onDemand(() =>
  import("./correction-banner").then((module) => module.CorrectionBanner),
);

/** The banner, loaded after its screen because there is usually nothing to ask. */
export function LateCorrectionBanner(props: { teamId: string; flush?: boolean }) {
  return <CorrectionBanner {...props} />;
}
