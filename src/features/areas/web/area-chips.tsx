import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import classes from "./area-chips.module.css";
import { AreaDot } from "./area-dot";
import { areasOf } from "./area-queries";

/** The areas that a task belongs to. */
export function TaskAreas({ task, teamId }: { task: { id: string }; teamId: string }) {
  return <AreaChips teamId={teamId} sourceId={task.id} label="Areas of the task" />;
}

/** The areas that a message belongs to. */
export function MessageAreas({ message, onLeave }: MessageAreasProps) {
  return (
    <AreaChips teamId={message.teamId} sourceId={message.id} label="Areas of the message" onLeave={onLeave} />
  );
}

interface MessageAreasProps {
  message: { id: string; teamId: string };
  /** Called when somebody follows a link. */
  onLeave?: (() => void) | undefined;
}

interface AreaChipsProps {
  teamId: string;
  sourceId: string;
  label: string;
  onLeave?: (() => void) | undefined;
}

/** The areas that something belongs to, each a link to its page; nothing without any. */
function AreaChips({ teamId, sourceId, label, onLeave }: AreaChipsProps) {
  const { data: areas = [] } = useQuery(areasOf(teamId, sourceId));
  if (areas.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label={label}>
      {areas.map(({ id, name, color }) => (
        <li key={id}>
          <Link href={`/context/${id}`} className={classes.chip ?? ""} onClick={() => onLeave?.()}>
            <AreaDot color={color} />
            <span className={classes.name} dir="auto">
              {name}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
