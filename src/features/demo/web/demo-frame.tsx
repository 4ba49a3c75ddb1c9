import type { ReactNode } from "react";
import { DemoBanner } from "./demo-banner";
import classes from "./demo-frame.module.css";
import { DemoGuide } from "./demo-guide";

interface DemoFrameProps {
  teamId: string;
  /** When the demonstration is removed, ISO 8601 in UTC. */
  endsAt: string;
  /** The id of the view on screen. */
  view: string;
  header: ReactNode;
  /** The view itself. */
  children: ReactNode;
}

/** What the workspace of a demonstration has around its header and its view: the banner and the guide. */
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
