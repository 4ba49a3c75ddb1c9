import { type Route, route } from "../../server/http/http";
import { AppError } from "../../shared/app-error";
import {
  cancelSubscription,
  changePlan,
  chooseFree,
  confirmSandboxPayment,
  continueInSandbox,
  createSubscription,
  getSubscription,
  getUsage,
  listInvoices,
  listPlans,
  refreshSubscription,
  resumeSubscription,
} from "./contract";
import { plans } from "./plans";
import type { BillingService } from "./service";

const notSimulated = "This server doesn't simulate payments.";

export const billingRoutes = (billing: BillingService): Route[] => [
  route(listPlans, () => plans),
  route(getUsage, ({ actor }) => billing.usage(actor)),
  route(getSubscription, ({ actor }) => billing.subscription(actor)),
  route(createSubscription, ({ actor, body }) => billing.createSubscription(actor, body.tier)),
  route(changePlan, ({ actor, body }) => billing.changePlan(actor, body.tier)),
  route(cancelSubscription, ({ actor }) => billing.cancel(actor)),
  route(resumeSubscription, ({ actor }) => billing.resume(actor)),
  route(refreshSubscription, ({ actor }) => billing.refresh(actor)),
  route(chooseFree, ({ actor }) => billing.chooseFree(actor)),
  route(listInvoices, ({ actor }) => billing.invoices(actor)),
  route(continueInSandbox, ({ actor }) => {
    if (!billing.sandbox) throw new AppError("unavailable", notSimulated);
    return billing.sandbox.continueWithPro(actor);
  }),
  route(confirmSandboxPayment, async ({ actor, body }) => {
    if (!billing.sandbox) throw new AppError("unavailable", notSimulated);
    await billing.sandbox.pay(actor, body.clientSecret, body.outcome);
    return { confirmed: true as const };
  }),
];
