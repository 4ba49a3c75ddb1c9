import { countTasks, listTasks } from "../features/tasks/contract";
import { quadrantOrder } from "../features/tasks/quadrants";
import { pageSizes } from "../shared/paging";

/** Whether an address shows the board without a filter. */
export const showsBoard = (url: string): boolean => /^\/(matrix|dashboard)?$/.test(url);

/**
 * The calls that the board makes first, letter by letter as it makes them, so that the page can make them before its code
 * has loaded.
 */
export function callsOfBoard(teamId: string): string[] {
  const filter = "status=open&snooze=awake";
  const of = (path: string) => path.replace(":teamId", teamId);
  return [
    ...quadrantOrder.map(
      (quadrant) => `${of(listTasks.path)}?${filter}&quadrant=${quadrant}&limit=${pageSizes.tasks}&offset=0`,
    ),
    `${of(countTasks.path)}?${filter}`,
  ];
}
