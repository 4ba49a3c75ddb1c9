import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { AreaDot } from "./area-dot";
import { areasOf } from "./area-queries";
import classes from "./task-areas.module.css";

/** The areas that a task belongs to, each a link to its page; nothing without any. */
export function TaskAreas({ task, teamId }: { task: { id: string }; teamId: string }) {
  const { data: areas = [] } = useQuery(areasOf(teamId, task.id));
  if (areas.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label="Areas of the task">
      {areas.map(({ id, name, color }) => (
        <li key={id}>
          <Link href={`/context/${id}`} className={classes.chip ?? ""}>
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
