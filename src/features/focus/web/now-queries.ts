import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import { day } from "../../../shared/durations";
import { call } from "../../../web/api";
import { rowsOf } from "../../../web/paged-list";
import { useUser } from "../../auth/web/auth-queries";
import { nowTask, type Task } from "../../tasks/contract";
import { isOverdue } from "../../tasks/overdue";
import { quadrantOf, quadrantOrder } from "../../tasks/quadrants";
import { byDueDate, noFilter, taskKeys } from "../../tasks/web/task-cache";
import { queryOf, taskPages } from "../../tasks/web/task-queries";

type Now = z.output<typeof nowTask.response>;

/** The task to do now; without a connection, of those that this browser has. */
export function useNow(teamId: string) {
  const { data: user } = useUser();
  return useQuery({
    // With the tasks, so that every change of one asks again.
    queryKey: [...taskKeys.team(teamId), "now"],
    queryFn: async ({ signal, client }): Promise<Now> => {
      try {
        return await call(nowTask, { params: { teamId }, signal });
      } catch (error) {
        // A TypeError: fetch had no response.
        if (!(error instanceof TypeError) || signal.aborted) throw error;
        const tasks = await loadedTasks(client, teamId);
        return nowOf(tasks.filter(({ assigneeId }) => !assigneeId || assigneeId === user?.id));
      }
    },
    staleTime: 0,
  });
}

/** What the board has loaded of each quadrant: open and awake tasks. @throws TypeError if it never has. */
async function loadedTasks(client: QueryClient, teamId: string): Promise<Task[]> {
  const panels = quadrantOrder.map((quadrant) =>
    client.ensureInfiniteQueryData({
      queryKey: taskKeys.list(teamId, { ...noFilter, quadrant }),
      ...taskPages(teamId, { ...queryOf(noFilter), quadrant }),
    }),
  );
  return (await Promise.all(panels)).flatMap(rowsOf);
}

/** As the server chooses it: what is due within a day first, then by quadrant and due date. */
function nowOf(tasks: Task[], at = Date.now()): Now {
  const isClose = ({ dueDate }: Task) => dueDate !== null && Date.parse(dueDate) <= at + day;
  const rank = (task: Task) =>
    (isClose(task) ? 0 : quadrantOrder.length) + quadrantOrder.indexOf(quadrantOf(task));
  const [task = null] = tasks.toSorted((a, b) => rank(a) - rank(b) || byDueDate(a, b));
  return { task, overdue: tasks.filter(({ dueDate }) => isOverdue(dueDate, at)).length };
}
