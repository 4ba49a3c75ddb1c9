import type { Invoice, PaidPlanId } from "../contract";

/** A subscription as its payment provider knows it. */
export interface ProviderSubscription {
  id: string;
  tier: PaidPlanId;
  /** `incomplete`: its first payment is missing. `ended`: for good. */
  status: "incomplete" | "trialing" | "active" | "past_due" | "ended";
  trialEndsAt: Date | null;
  /** End of the period that is paid for. */
  periodEndsAt: Date | null;
  cancelsAtPeriodEnd: boolean;
  endedAt: Date | null;
  /** Whether payment details were confirmed. Until then, it doesn't apply: the payment page may be abandoned. */
  confirmed: boolean;
}

/** A team as the payment provider knows it. */
export interface Customer {
  teamId: string;
  name: string;
  /** The owner's address. */
  email: string;
}

/**
 * The port to a payment provider. Its methods throw AppError `provider_failed` with a sentence for the person;
 * after a failure, nothing is assumed, and `read` tells what happened.
 */
export interface PaymentProvider {
  readonly name: "sandbox" | "stripe";
  /** Whether reading costs no request to another machine. */
  readonly local: boolean;
  /** The provider's id for a team; the same for each call. */
  customer(customer: Customer): Promise<string>;
  /** The customer's subscription that hasn't ended, also if its payment isn't confirmed yet. */
  open(customerId: string): Promise<ProviderSubscription | undefined>;
  /**
   * Prepares a subscription whose payment isn't confirmed yet.
   *
   * @param trialEndsAt - nothing is charged before; null: the first payment is due at once.
   */
  subscribe(of: {
    teamId: string;
    customerId: string;
    tier: PaidPlanId;
    trialEndsAt: Date | null;
  }): Promise<ProviderSubscription>;
  /** What the browser confirms the payment with; null if nothing is to be paid or set up. */
  clientSecret(subscriptionId: string): Promise<string | null>;
  changePlan(subscriptionId: string, tier: PaidPlanId): Promise<ProviderSubscription>;
  /** Ends it with the period that is paid for. */
  cancel(subscriptionId: string): Promise<ProviderSubscription>;
  resume(subscriptionId: string): Promise<ProviderSubscription>;
  /**
   * Ends it at once, unless its payment was confirmed in the meantime, for example in another tab. From then on, it
   * can't be paid.
   *
   * @returns the subscription: ended, or unchanged because its payment was confirmed.
   */
  discard(subscriptionId: string): Promise<ProviderSubscription>;
  /** Its state now; undefined if the provider doesn't know it. */
  read(subscriptionId: string): Promise<ProviderSubscription | undefined>;
  /** Newest first. */
  invoices(customerId: string): Promise<Invoice[]>;
}
