import { type Query, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ownTimeZone } from "../../../shared/time-zone";
import { call } from "../../../web/api";
import { showFailure } from "../../../web/ui/feedback/failure-toast";
import { addSampleData, dismissChecklist, getStart, removeSampleData, type Start } from "../contract";

const startKey = (teamId: string) => ["team", teamId, "start"];

/** Whether the checklist has nothing left to show. */
export const isFinished = ({ messages, sorted, completed, dismissed }: Start): boolean =>
  dismissed || (messages && sorted && completed);

/** Whether the team has nothing to work with yet. */
export const isEmpty = ({ messages, tasks, sample }: Start): boolean => !messages && !tasks && !sample;

/** It no longer changes, so events needn't reload it. */
const settled = ({ state: { data } }: Query<Start>): boolean =>
  data !== undefined && isFinished(data) && !isEmpty(data) && !data.sample;

/** What the person and the team have done so far. */
export function useStart(teamId: string) {
  return useQuery<Start>({
    queryKey: startKey(teamId),
    queryFn: ({ signal }) => call(getStart, { params: { teamId }, signal }),
    enabled: (query) => !settled(query as Query<Start>),
  });
}

/** Closes the checklist for the person. */
export function useDismissChecklist(teamId: string) {
  return useStartChange(teamId, "Couldn't close the checklist", () =>
    call(dismissChecklist, { params: { teamId } }),
  );
}

/** Adds sample messages and tasks to the team. */
export function useAddSampleData(teamId: string) {
  return useStartChange(teamId, "Couldn't add sample data", () => {
    const timeZone = ownTimeZone();
    return call(addSampleData, { params: { teamId }, body: timeZone ? { timeZone } : null });
  });
}

/** Removes all sample data of the team. */
export function useRemoveSampleData(teamId: string) {
  return useStartChange(teamId, "Couldn't remove the sample data", () =>
    call(removeSampleData, { params: { teamId } }),
  );
}

function useStartChange(teamId: string, failure: string, mutationFn: () => Promise<Start>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (start) => {
      queryClient.setQueryData(startKey(teamId), start);
      for (const part of ["messages", "tasks", "corrections"])
        void queryClient.invalidateQueries({ queryKey: ["team", teamId, part] });
    },
    onError: (error) => showFailure(failure, error),
  });
}
