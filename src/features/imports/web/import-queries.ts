import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { reportActivity } from "../../../web/activity";
import { ApiError, call } from "../../../web/api";
import { reasonOf } from "../../../web/failure";
import { showToast } from "../../../web/ui/feedback/toast";
import {
  decideImportAge,
  deleteImport,
  getImportAge,
  type Import,
  listImportProblems,
  listImports,
  startImport,
} from "../contract";
import { importTexts } from "./texts";

/** How often to poll running imports in case live events don't arrive, in milliseconds. */
const pollInterval = 2_000;

/** Cache keys. Live events invalidate everything under `team`. */
export const importKeys = {
  team: (teamId: string) => ["team", teamId, "imports"],
  list: (teamId: string) => ["team", teamId, "imports", "list"],
  age: (teamId: string, id: string) => ["team", teamId, "imports", "age", id],
  /** The same figures, which follow the team's messages. */
  asking: (teamId: string, id: string) => ["team", teamId, "messages", "asking", id],
  problems: (teamId: string, id: string) => ["team", teamId, "imports", "problems", id],
};

/** True while the server works on an import, so its figures may change. */
export function moving({ status }: Import): boolean {
  return status === "counting" || status === "queued" || status === "running";
}

/** The team's latest imports, newest first; polled while the server works on one. */
export function useImports(teamId: string) {
  return useQuery({
    queryKey: importKeys.list(teamId),
    queryFn: ({ signal }) => call(listImports, { params: { teamId }, signal }),
    refetchInterval: ({ state }) => (state.data?.some(moving) ? pollInterval : false),
  });
}

/** What couldn't be read completely in an import. */
export function useImportProblems(teamId: string, id: string, enabled: boolean) {
  return useQuery({
    queryKey: importKeys.problems(teamId, id),
    queryFn: ({ signal }) => call(listImportProblems, { params: { teamId, id }, signal }),
    enabled,
  });
}

/** How many messages of an import ask for something, in its last days and before. */
export function useImportAge(teamId: string, id: string) {
  return useQuery({
    queryKey: importKeys.age(teamId, id),
    queryFn: ({ signal }) => call(getImportAge, { params: { teamId, id }, signal }),
  });
}

/** The same beside the list of messages, where the figures change with every one that is done. */
export function useAskingCounts(teamId: string, id: string) {
  return useQuery({
    queryKey: importKeys.asking(teamId, id),
    queryFn: ({ signal }) => call(getImportAge, { params: { teamId, id }, signal }),
  });
}

/** Decides whether only the last days of an import need action; the inbox follows. */
export function useDecideImportAge(teamId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, recentOnly }: { id: string; recentOnly: boolean }) =>
      call(decideImportAge, { params: { teamId, id }, body: { recentOnly } }),
    onSuccess: (decided) => {
      if (decided.recentOnly) reportActivity("messages-left-out", decided.id);
      queryClient.setQueryData<Import[]>(importKeys.list(teamId), (all) =>
        all?.map((one) => (one.id === decided.id ? decided : one)),
      );
    },
    onError: (error) => showFailure(error, importTexts.failedToDecide),
    onSettled: () => {
      for (const part of ["imports", "messages"])
        void queryClient.invalidateQueries({ queryKey: ["team", teamId, part] });
    },
  });
}

/** Starts storing what the dry run counted. `own` are the keys of the senders that the user is. */
export function useStartImport(teamId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, own }: { id: string; own: string[] }) =>
      call(startImport, { params: { teamId, id }, body: { own } }),
    onSuccess: (started) =>
      queryClient.setQueryData<Import[]>(importKeys.list(teamId), (all) =>
        all?.map((one) => (one.id === started.id ? started : one)),
      ),
    onError: (error) => showFailure(error, importTexts.failedToStart),
    onSettled: () => queryClient.invalidateQueries({ queryKey: importKeys.team(teamId) }),
  });
}

/** Deletes an import, or stops a running one, which stays in the list as stopped. */
export function useDeleteImport(teamId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deleteImport, { params: { teamId, id } }),
    onError: (error) => showFailure(error, importTexts.failedToDiscard),
    onSettled: () => queryClient.invalidateQueries({ queryKey: importKeys.list(teamId) }),
  });
}

/** A 401 has its own toast, which this one would replace. */
function showFailure(error: Error, description: string) {
  if (error instanceof ApiError && error.status === 401) return;
  showToast({ title: "Error", description: `${description}. ${reasonOf(error)}`, tone: "error" });
}
