import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiError, call } from "../../../web/api";
import { sentenceOr } from "../../../web/failure";
import { goesOnOutside } from "../../../web/live";
import { showToast, type Toast } from "../../../web/ui/feedback/toast";
import {
  type CrmConnection,
  type CrmCredentials,
  type CrmProvider,
  type CrmSyncSettings,
  connectCrm,
  disconnectCrm,
  listCrm,
  listKeptCrm,
  syncCrm,
  updateCrm,
} from "../contract";
import { crmTexts } from "./texts";

/** Query keys. Live events invalidate everything under `team`. */
export const crmKeys = {
  team: (teamId: string) => ["team", teamId, "crm"],
  connections: (teamId: string) => ["team", teamId, "crm", "connections"],
  kept: (teamId: string) => ["team", teamId, "crm", "kept"],
};

/** The team's connected CRMs. */
export function useCrms(teamId: string) {
  return useQuery({
    queryKey: crmKeys.connections(teamId),
    queryFn: ({ signal }) => call(listCrm, { params: { teamId }, signal }),
  });
}

/** Records of CRMs that are no longer connected. */
export function useKeptCrms(teamId: string) {
  return useQuery({
    queryKey: crmKeys.kept(teamId),
    queryFn: ({ signal }) => call(listKeptCrm, { params: { teamId }, signal }),
  });
}

interface CrmChange<Input, Result> {
  run: (input: Input) => Promise<Result>;
  done: (result: Result) => Toast;
  /** Title of the toast for a failure, and its text if the server gives no reason. */
  failed: readonly [title: string, text: string];
}

/** A mutation of the team's CRMs with its toasts. Reloads the cards afterwards. */
function useCrmChange<Input, Result>(teamId: string, { run, done, failed }: CrmChange<Input, Result>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    meta: goesOnOutside,
    onSuccess: (result) => showToast(done(result)),
    onError: (error) => {
      if (error instanceof ApiError && error.status === 401) return;
      const [title, text] = failed;
      showToast({ title, description: sentenceOr(error, text), tone: "error" });
    },
    // Not awaited, so callers don't wait for the cards.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: crmKeys.team(teamId) }),
  });
}

interface NewCrm {
  provider: CrmProvider;
  credentials: CrmCredentials;
  syncSettings: CrmSyncSettings;
}

export const useConnectCrm = (teamId: string) =>
  useCrmChange(teamId, {
    run: (body: NewCrm): Promise<CrmConnection> =>
      call(connectCrm, { params: { teamId }, body: { ...body, status: "connected" } }),
    done: () => ({
      title: crmTexts.connected,
      description: "The first sync runs in the background.",
      tone: "success",
    }),
    failed: [crmTexts.connectionFailed, crmTexts.failedToConnect],
  });

export const useSyncCrm = (teamId: string) =>
  useCrmChange(teamId, {
    run: (id: string) => call(syncCrm, { params: { teamId, id } }),
    done: ({ message }) => ({ title: crmTexts.synced, description: message, tone: "success" }),
    failed: [crmTexts.syncFailed, crmTexts.failedToSync],
  });

export const useUpdateCrm = (teamId: string) =>
  useCrmChange(teamId, {
    run: ({ id, ...body }: { id: string; syncInterval: number; syncSettings: CrmSyncSettings }) =>
      call(updateCrm, { params: { teamId, id }, body }),
    done: () => ({ title: crmTexts.settingsUpdated, tone: "success" }),
    failed: [crmTexts.updateFailed, crmTexts.failedToUpdate],
  });

export const useDisconnectCrm = (teamId: string) =>
  useCrmChange(teamId, {
    // Without a choice, the server keeps the records.
    run: ({ id, remove }: { id: string; remove: boolean }) =>
      call(disconnectCrm, { params: { teamId, id }, query: { records: remove ? "remove" : undefined } }),
    done: () => ({ title: crmTexts.disconnected, tone: "success" }),
    failed: [crmTexts.failed, crmTexts.failedToDisconnect],
  });

/** Removes what stayed of a disconnected CRM. */
export const useRemoveKept = (teamId: string) =>
  useCrmChange(teamId, {
    run: (id: string) => call(disconnectCrm, { params: { teamId, id }, query: { records: "remove" } }),
    done: () => ({ title: "Records removed", tone: "success" }),
    failed: [crmTexts.failed, "Couldn't remove the records"],
  });
