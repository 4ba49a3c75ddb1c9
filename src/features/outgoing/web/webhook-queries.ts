import {
  type InfiniteData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { call } from "../../../web/api";
import { goesOnOutside } from "../../../web/live";
import { showFailure } from "../../../web/ui/feedback/failure-toast";
import { showToast } from "../../../web/ui/feedback/toast";
import {
  changeWebhook,
  createWebhook,
  type Delivery,
  deleteWebhook,
  deliveriesPerPage,
  listDeliveries,
  listWebhooks,
  type NewWebhook,
  type OutgoingWebhook,
  replayDelivery,
  testWebhook,
} from "../contract";
import { webhookTexts } from "./texts";

const key = (teamId: string) => ["team", teamId, "webhooks"];

export function useWebhooks(teamId: string) {
  return useQuery({
    queryKey: [...key(teamId), "list"],
    queryFn: ({ signal }) => call(listWebhooks, { params: { teamId }, signal }),
    refetchOnMount: "always",
  });
}

/** The deliveries of a webhook, newest first. */
export function useDeliveries(teamId: string, id: string) {
  return useInfiniteQuery({
    queryKey: [...key(teamId), "deliveries", id],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: deliveriesPerPage, ...(pageParam && { before: pageParam }) };
      return call(listDeliveries, { params: { teamId, id }, query, signal });
    },
    initialPageParam: "",
    getNextPageParam: (last: Delivery[]) => (last.length === deliveriesPerPage ? last.at(-1)?.id : undefined),
    select: (data: InfiniteData<Delivery[]>) => data.pages.flat(),
    refetchOnMount: "always",
  });
}

function useWebhookChange<Input, Output>(
  teamId: string,
  failure: string,
  mutationFn: (input: Input) => Promise<Output>,
  done?: (output: Output) => void,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    // Some wait for the receiver.
    meta: goesOnOutside,
    onSuccess: (output) => {
      done?.(output);
      return queryClient.invalidateQueries({ queryKey: key(teamId) });
    },
    onError: (error) => showFailure(failure, error),
  });
}

export const useAddWebhook = (teamId: string) =>
  useWebhookChange(teamId, webhookTexts.failedToAdd, (webhook: NewWebhook) =>
    call(createWebhook, { params: { teamId }, body: webhook }),
  );

export const useEnableWebhook = (teamId: string) =>
  useWebhookChange(
    teamId,
    webhookTexts.failedToChange,
    ({ id, enabled }: { id: string; enabled: boolean }) =>
      call(changeWebhook, { params: { teamId, id }, body: { enabled } }),
    ({ disabledAt }) =>
      showToast({ title: disabledAt ? "The webhook is off" : "The webhook is on", tone: "success" }),
  );

export const useRemoveWebhook = (teamId: string) =>
  useWebhookChange(
    teamId,
    webhookTexts.failedToRemove,
    ({ id }: OutgoingWebhook) => call(deleteWebhook, { params: { teamId, id } }),
    () => showToast({ title: "The webhook is removed", tone: "success" }),
  );

/** Posts a test delivery, or one of the log again, and says how it went. */
export const usePost = (teamId: string) =>
  useWebhookChange(
    teamId,
    webhookTexts.failedToPost,
    ({ id, deliveryId }: { id: string; deliveryId?: string }) =>
      deliveryId
        ? call(replayDelivery, { params: { teamId, id, deliveryId } })
        : call(testWebhook, { params: { teamId, id } }),
    ({ problem }) =>
      problem === null
        ? showToast({ title: "Delivered", description: "The receiver accepted it.", tone: "success" })
        : showToast({ title: "Not delivered", description: problem, tone: "error" }),
  );
