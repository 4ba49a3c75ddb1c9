import type { ReactNode } from "react";
import { DemoBanner } from "./demo-banner";
import classes from "./demo-frame.module.css";
import { DemoGuide } from "./demo-guide";

interface DemoFrameProps {
  teamId: string;
  /** When the demo is removed, ISO 8601 in UTC. */
  endsAt: string;
  /** The id of the view on screen. */
  view: string;
  header: ReactNode;
  children: ReactNode;
}

/** Adds the banner and the guide around the header and view of a demo workspace. */
export function DemoFrame({ teamId, endsAt, view, header, children }: DemoFrameProps) {
  return (
    <>
      <DemoBanner teamId={teamId} endsAt={endsAt} />
      {header}
      <div className={classes.stage}>
        {children}
        <DemoGuide teamId={teamId} view={view} />
      </div>
    </>
  );
}
