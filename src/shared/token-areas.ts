import { AppError } from "./app-error";

/** What an access token may reach, besides reading who it belongs to, the team and its members. */
export const areaNames = {
  tasks: "Tasks",
  messages: "Messages",
  meetings: "Meetings",
  context: "Context Memory",
  analytics: "Analytics",
} as const;
export type Area = keyof typeof areaNames;
export const areas = Object.keys(areaNames) as [Area, ...Area[]];

/** What a call is made with: an access token for some areas, or a session, which reaches all. */
interface Reach {
  tokenAreas?: readonly Area[];
}

/** Whether an actor reaches these areas. */
export const reaches = ({ tokenAreas }: Reach, needs: readonly Area[]): boolean =>
  !tokenAreas || needs.every((area) => tokenAreas.includes(area));

/** @throws AppError `forbidden` if the actor's token doesn't reach these areas. */
export function requireReach({ tokenAreas = areas }: Reach, needs: readonly Area[]): void {
  const missing = needs.filter((area) => !tokenAreas.includes(area));
  if (missing.length > 0)
    throw new AppError(
      "forbidden",
      `This token doesn't reach ${missing.map((area) => areaNames[area]).join(" and ")}. Create one that does.`,
    );
}
