import { IconCheckbox, IconMessage, IconMicrophone } from "@tabler/icons-react";
import type { AreaSourceType } from "../contract";

export const sourceIcons = { task: IconCheckbox, message: IconMessage, meeting: IconMicrophone };
export const sourceNames: Record<AreaSourceType, string> = {
  task: "Task",
  message: "Message",
  meeting: "Meeting",
};
