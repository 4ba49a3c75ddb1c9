import { Button } from "@mantine/core";
import { minute } from "../../../shared/durations";
import { useNow } from "../../../web/ui/relative-time";
import classes from "./demo-banner.module.css";
import { focusSoon, foldButtonId, showButtonId } from "./guide-focus";
import { type Guide, useGuide } from "./guide-progress";
import { TrialButton } from "./trial-button";

interface DemoBannerProps {
  teamId: string;
  /** ISO 8601 in UTC. */
  endsAt: string;
}

/** Appears above the header during a demo: says what this is and until when, and offers a real team. */
export function DemoBanner({ teamId, endsAt }: DemoBannerProps) {
  const now = useNow(minute);
  const guide = useGuide(teamId);
  return (
    <aside className={classes.banner} data-two={guide.hidden || undefined} aria-label="Demo">
      <p className={classes.text}>
        This is a demo with sample messages. It is removed at {clockTime(endsAt, now)}.
      </p>
      {guide.hidden && (
        <Button id={showButtonId} variant="subtle" size="sm" onClick={() => show(guide)}>
          Show the guide
        </Button>
      )}
      <TrialButton size="sm" className={classes.trial ?? ""} />
    </aside>
  );
}

function show(guide: Guide) {
  guide.change({ hidden: false, folded: false });
  focusSoon(foldButtonId);
}

/** "2:20 PM today" or "2:20 PM tomorrow", since a demo lasts a day. */
function clockTime(iso: string, now: number): string {
  const end = new Date(iso);
  const time = new Intl.DateTimeFormat("en-US", { timeStyle: "short" }).format(end);
  return `${time} ${end.toDateString() === new Date(now).toDateString() ? "today" : "tomorrow"}`;
}
