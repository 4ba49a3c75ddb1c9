import { lazy, Suspense } from "react";

const CorrectionBanner = lazy(() =>
  import("./correction-banner").then((module) => ({ default: module.CorrectionBanner })),
);

/** The banner, loaded after the screen it stands on: most of the time there is nothing to ask. */
export function LateCorrectionBanner(props: { teamId: string; flush?: boolean }) {
  return (
    <Suspense>
      <CorrectionBanner {...props} />
    </Suspense>
  );
}
