import { Button } from "@mantine/core";
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

/** Above the header, as long as the demonstration lasts: what this is, until when, and the way to a team of one's own. */
export function DemoBanner({ teamId, endsAt }: DemoBannerProps) {
  const now = useNow(60_000);
  const guide = useGuide(teamId);
  return (
    <aside className={classes.banner} data-two={guide.hidden || undefined} aria-label="Demonstration">
      <p className={classes.text}>
        This is a demonstration with made-up messages. It is removed at {clockTime(endsAt, now)}.
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

/** "2:20 PM today", "2:20 PM tomorrow": a demonstration lasts a day. */
function clockTime(iso: string, now: number): string {
  const end = new Date(iso);
  const time = new Intl.DateTimeFormat(undefined, { timeStyle: "short" }).format(end);
  return `${time} ${end.toDateString() === new Date(now).toDateString() ? "today" : "tomorrow"}`;
}
