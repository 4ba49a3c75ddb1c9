import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../../web/api";
import { showFailure } from "../../../web/ui/feedback/failure-toast";
import { auditLogKey } from "../../audit/web/audit-queries";
import { needsFreshSignIn } from "../../auth/web/confirm-identity";
import {
  exportPath,
  listExports,
  ownExportPath,
  prepareExport,
  prepareOwnExport,
  type TeamExport,
} from "../contract";
import { portabilityTexts } from "./texts";

const keys = { exports: (teamId: string) => ["team", teamId, "exports"] };

/** How often a download's progress is fetched (milliseconds). */
const progressEvery = 700;

const goesOn = ({ status }: TeamExport): boolean => status === "ready" || status === "running";

/** The latest downloads of the team's export, newest first; fetched again and again while one goes on. */
export function useExports(teamId: string) {
  const queryClient = useQueryClient();
  const exports = useQuery({
    queryKey: keys.exports(teamId),
    queryFn: ({ signal }) => call(listExports, { params: { teamId }, signal }),
    refetchOnMount: "always",
    refetchInterval: ({ state }) => (state.data?.[0] && goesOn(state.data[0]) ? progressEvery : false),
  });
  const latest = exports.data?.[0];
  const ended = latest && !goesOn(latest) ? latest.id : undefined;
  // The audit log on the same screen names it too.
  useEffect(() => {
    if (ended) void queryClient.invalidateQueries({ queryKey: auditLogKey(teamId) });
  }, [ended, queryClient, teamId]);
  return exports;
}

/** Prepares a download and hands it to the browser, which stores it without keeping it in memory. */
export function useExportTeam(teamId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(prepareExport, { params: { teamId } }),
    onSuccess: async (prepared) => {
      const queryKey = keys.exports(teamId);
      // A list that is still on its way lacks it, and its progress would no longer be fetched.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<TeamExport[]>(queryKey, (earlier = []) => [prepared, ...earlier]);
      startDownload(exportPath(teamId, prepared.id));
    },
    onError: (error) => {
      if (!needsFreshSignIn(error)) showFailure(portabilityTexts.failedToExport, error);
    },
  });
}

/** Counts the person's own data, and hands its download to the browser. */
export function useExportOwn() {
  return useMutation({
    mutationFn: () => call(prepareOwnExport, {}),
    onSuccess: () => startDownload(ownExportPath),
    onError: (error) => {
      if (!needsFreshSignIn(error)) showFailure(portabilityTexts.failedToExport, error);
    },
  });
}

function startDownload(path: string): void {
  const link = document.createElement("a");
  link.href = path;
  link.download = "";
  link.click();
}
