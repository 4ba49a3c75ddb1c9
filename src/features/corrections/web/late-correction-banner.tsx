import { lazy, Suspense } from "react";

const LessonBanner = lazy(() =>
  import("./correction-banner").then((module) => ({ default: module.LessonBanner })),
);

/** The banner, loaded after the screen it stands on: most of the time there is nothing to ask. */
export function LateLessonBanner(props: { teamId: string; flush?: boolean }) {
  return (
    <Suspense>
      <LessonBanner {...props} />
    </Suspense>
  );
}
