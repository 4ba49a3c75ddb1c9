import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../web/api";
import { sentenceOr } from "../../../web/failure";
import { goesOnOutside } from "../../../web/live";
import { showToast } from "../../../web/ui/feedback/toast";
import { may } from "../../teams/rights";
import { useTeam } from "../../teams/web/team-queries";
import {
  cancelSubscription,
  changePlan,
  chooseFree,
  continueInSandbox,
  createSubscription,
  getSubscription,
  getUsage,
  listInvoices,
  type PaidPlanId,
  refreshSubscription,
  resumeSubscription,
  type Subscription,
} from "../contract";
import { planName } from "./plan-words";
import { billingTexts } from "./texts";

/** Cache keys; the live event of a changed subscription invalidates them all. */
export const billingKeys = {
  all: (teamId: string) => ["team", teamId, "billing"],
  subscription: (teamId: string) => ["team", teamId, "billing", "subscription"],
  usage: (teamId: string) => ["team", teamId, "billing", "usage"],
  invoices: (teamId: string) => ["team", teamId, "billing", "invoices"],
};

/** How often the usage is polled (milliseconds). Source: specification, section 9. */
export const usageInterval = 30_000;

/** Whether the person may pay for the team in use; false until that is known. */
export function useMayPay(): boolean {
  const { data: team } = useTeam();
  return Boolean(team && may(team.role, "billing"));
}

export function useSubscription(teamId: string) {
  return useQuery({
    queryKey: billingKeys.subscription(teamId),
    queryFn: ({ signal }) => call(getSubscription, { signal }),
  });
}

/** What the team uses of its plan; polled while it is on screen. */
export function useUsage(teamId: string) {
  return useQuery({
    queryKey: billingKeys.usage(teamId),
    queryFn: ({ signal }) => call(getUsage, { signal }),
    refetchInterval: usageInterval,
  });
}

export function useInvoices(teamId: string, enabled: boolean) {
  return useQuery({
    queryKey: billingKeys.invoices(teamId),
    queryFn: ({ signal }) => call(listInvoices, { signal }),
    enabled,
  });
}

/** Prepares the payment of a plan. The server returns the same one for repeated calls. */
export function usePreparedPayment(teamId: string, tier: PaidPlanId) {
  return useQuery({
    queryKey: ["payment", teamId, tier],
    queryFn: ({ signal }) => call(createSubscription, { body: { tier }, signal }),
    // A payment may be confirmed or abandoned in the meantime.
    gcTime: 0,
  });
}

/** Asks the provider for the state after a payment, and then shows it. A failure only means that it comes later. */
export function useRefresh(teamId: string) {
  const show = useShowSubscription(teamId);
  return useMutation({
    mutationFn: () => call(refreshSubscription, {}),
    meta: goesOnOutside,
    onSuccess: show,
  });
}

export function useCancel(teamId: string) {
  return useBillingChange(teamId, billingTexts.failedToCancel, () => call(cancelSubscription, {}), {
    title: billingTexts.canceled,
    description: billingTexts.canceledDetail,
  });
}

export function useResume(teamId: string) {
  return useBillingChange(teamId, billingTexts.failedToResume, () => call(resumeSubscription, {}), {
    title: billingTexts.resumed,
    description: billingTexts.resumedDetail,
  });
}

export function useChooseFree(teamId: string) {
  return useBillingChange(teamId, billingTexts.failedToChooseFree, () => call(chooseFree, {}), {
    title: billingTexts.onFree,
    description: billingTexts.onFreeDetail,
  });
}

/** Continues with Pro in the sandbox. */
export function useContinueWithPro(teamId: string) {
  return useBillingChange(teamId, billingTexts.failedToContinue, () => call(continueInSandbox, {}), {
    title: "Pro Plan",
    description: "Your team continues with Pro. No money moved.",
  });
}

export function useChangePlan(teamId: string, tier: PaidPlanId) {
  return useBillingChange(teamId, billingTexts.failedToChange, () => call(changePlan, { body: { tier } }), {
    title: billingTexts.changed,
    description: `Your team is on the ${planName(tier)} plan now.`,
  });
}

/** One change of the subscription, its toasts, and the reload of what shows it. */
function useBillingChange(
  teamId: string,
  failure: string,
  mutationFn: () => Promise<Subscription>,
  done: { title: string; description: string },
) {
  const show = useShowSubscription(teamId);
  return useMutation({
    mutationFn,
    meta: goesOnOutside,
    onSuccess: (subscription) => {
      show(subscription);
      showToast({ ...done, tone: "success" });
    },
    onError: (error) => showBillingFailure(failure, error),
  });
}

function useShowSubscription(teamId: string) {
  const queryClient = useQueryClient();
  return (subscription: Subscription) => {
    queryClient.setQueryData(billingKeys.subscription(teamId), subscription);
    void queryClient.invalidateQueries({ queryKey: billingKeys.all(teamId) });
  };
}

/** Shows the server's sentence, else what failed (specification, section 8). */
export function showBillingFailure(failure: string, error: Error): void {
  if ("status" in error && error.status === 401) return;
  showToast({ title: "Error", description: sentenceOr(error, failure), tone: "error" });
}
