import { IconBan, IconCircle, IconCircleCheck, IconProgress } from "@tabler/icons-react";
import type { TaskStatus } from "../../contract";

const icons = { new: IconCircle, in_progress: IconProgress, blocked: IconBan, resolved: IconCircleCheck };

/** The icon of a status, always next to its name. */
export function StatusIcon({ status }: { status: TaskStatus }) {
  const Icon = icons[status];
  return <Icon size={16} aria-hidden />;
}
