import type { PlanId } from "../contract";
import { plans } from "../plans";
import { billingTexts } from "./texts";

/** The name of a plan; of an unknown one, its id. */
export const planName = (id: PlanId | string): string => plans.find((plan) => plan.id === id)?.name ?? id;

const long = new Intl.DateTimeFormat("en-US", { dateStyle: "long" });

/** A date such as "October 19, 2025"; "N/A" if it is missing. @param date - ISO 8601. */
export function longDate(date: string | null | undefined): string {
  return date ? long.format(new Date(date)) : billingTexts.missing;
}

/** Dollars per month of a plan. */
export const priceOf = (id: PlanId): number => plans.find((plan) => plan.id === id)?.price ?? 0;

const money = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** An amount such as "$29.00". @param cents - of US dollars. */
export const amountOf = (cents: number): string => money.format(cents / 100);
