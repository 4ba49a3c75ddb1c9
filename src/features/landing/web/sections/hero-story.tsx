import { IconArrowDown, IconCalendarEvent, IconQuote } from "@tabler/icons-react";
import { ChannelBadge } from "../../../channels/web/channel-badge";
import { quadrantOrder } from "../../../tasks/quadrants";
import { QuadrantIcon } from "../../../tasks/web/matrix/quadrant-icon";
import { quadrantTexts } from "../../../tasks/web/texts";
import classes from "./hero-story.module.css";

/**
 * One message on its way: the words that ask, the task they become, and its quadrant. Next to the hero's text on wide
 * windows. The example board below says the same, so screen readers skip this.
 */
export function HeroStory() {
  return (
    <div className={classes.story} aria-hidden>
      <div className={classes.card}>
        <p className={classes.from}>
          <ChannelBadge channel="gmail" />
          <span className={classes.sender}>Priya Raman</span>
          <span className={classes.age}>12 minutes ago</span>
        </p>
        <p className={classes.words}>
          The depot roof is leaking again. Please{" "}
          <mark className={classes.mark}>send me the revised quote by Friday</mark>. The board decides on
          Monday.
        </p>
      </div>
      <Arrow />
      <div className={`${classes.card} ${classes.task}`}>
        <span className={classes.circle} />
        <div className={classes.taskWords}>
          <p className={classes.title}>Send Priya the revised quote</p>
          <p className={classes.source}>
            <IconQuote size={14} stroke={1.75} />
            <q>send me the revised quote by Friday</q>
          </p>
          <p className={classes.due}>
            <IconCalendarEvent size={14} stroke={1.75} />
            Due: Today
          </p>
        </div>
      </div>
      <Arrow />
      <div className={classes.matrix}>
        {quadrantOrder.map((quadrant) => (
          <span key={quadrant} className={classes.cell} data-quadrant={quadrant}>
            <QuadrantIcon quadrant={quadrant} />
            {quadrantTexts[quadrant].name}
          </span>
        ))}
      </div>
    </div>
  );
}

function Arrow() {
  return <IconArrowDown size={18} stroke={1.75} className={classes.arrow} />;
}
