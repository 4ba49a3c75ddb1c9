import Stripe from "stripe";

/** Without what the package leaves open for later, so that a misspelt value doesn't compile. */
type KnownValue<T> = T extends unknown ? (string extends T ? never : T) : never;

export type SubscriptionStatus = KnownValue<Stripe.Subscription.Status>;
export type InvoiceStatus = KnownValue<Stripe.Invoice.Status>;
export type SetupStatus = KnownValue<Stripe.SetupIntent.Status>;
export type EventType = KnownValue<Stripe.Event["type"]>;

/** Now, in seconds, as Stripe counts. */
export const now = (): number => Math.floor(Date.now() / 1000);

// Each object has every field that the stripe package's types require, and no other. They compile only so.

export function newCustomer(
  id: string,
  name: string,
  email: string,
  metadata: Stripe.Metadata,
): Stripe.Customer {
  return {
    id,
    object: "customer",
    address: null,
    balance: 0,
    created: now(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email,
    invoice_prefix: "ZIP",
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata,
    name,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
  };
}

/** A monthly price. @param amount - cents of US dollars. */
export function newPrice(id: string, amount: number): Stripe.Price {
  return {
    id,
    object: "price",
    active: true,
    billing_scheme: "per_unit",
    created: now(),
    currency: "usd",
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: `prod_${id}`,
    recurring: {
      interval: "month",
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: "licensed",
    },
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: "recurring",
    unit_amount: amount,
    unit_amount_decimal: Stripe.Decimal.from(amount),
  };
}

/** The older form of a price, which items still have too. */
function newPlan({ id, product, unit_amount }: Stripe.Price): Stripe.Plan {
  return {
    id,
    object: "plan",
    active: true,
    amount: unit_amount,
    amount_decimal: Stripe.Decimal.from(unit_amount ?? 0),
    billing_scheme: "per_unit",
    created: now(),
    currency: "usd",
    interval: "month",
    interval_count: 1,
    livemode: false,
    metadata: {},
    meter: null,
    nickname: null,
    product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: "licensed",
  };
}

interface Period {
  begins: number;
  ends: number;
}

export function newItem(
  id: string,
  subscription: string,
  price: Stripe.Price,
  { begins, ends }: Period,
): Stripe.SubscriptionItem {
  return {
    id,
    object: "subscription_item",
    billing_thresholds: null,
    created: now(),
    current_period_end: ends,
    current_period_start: begins,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: newPlan(price),
    price,
    quantity: 1,
    subscription,
    tax_rates: [],
  };
}

/** @param trialEnd - null: without a trial. */
export function newSubscription(
  id: string,
  customer: string,
  item: Stripe.SubscriptionItem,
  trialEnd: number | null,
  metadata: Stripe.Metadata,
): Stripe.Subscription {
  return {
    id,
    object: "subscription",
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: trialEnd ?? now(),
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: "classic" },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: "charge_automatically",
    created: now(),
    currency: "usd",
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    items: {
      object: "list",
      data: [item],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: "on_subscription",
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now(),
    status: (trialEnd ? "trialing" : "incomplete") satisfies SubscriptionStatus,
    test_clock: null,
    transfer_data: null,
    trial_end: trialEnd,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: "cancel" } },
    trial_start: trialEnd && now(),
  };
}

export function newSetup(id: string, customer: string, clientSecret: string): Stripe.SetupIntent {
  return {
    id,
    object: "setup_intent",
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: clientSecret,
    created: now(),
    customer,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ["card"],
    single_use_mandate: null,
    status: "requires_payment_method" satisfies SetupStatus,
    usage: "off_session",
  };
}

/** @param total - cents of US dollars. */
export function newInvoice(
  id: string,
  number: string,
  customer: string,
  total: number,
  status: InvoiceStatus,
): Stripe.Invoice {
  const paid = status === "paid";
  return {
    id,
    object: "invoice",
    account_country: "US",
    account_name: null,
    account_tax_ids: null,
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: paid ? total : 0,
    amount_remaining: paid ? 0 : total,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: false,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: "subscription_create",
    collection_method: "charge_automatically",
    confirmation_secret: { client_secret: `pi_${id}_secret_${number}`, type: "payment_intent" },
    created: now(),
    currency: "usd",
    custom_fields: null,
    customer,
    customer_account: null,
    customer_address: null,
    customer_email: null,
    customer_name: null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: "none",
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: now(),
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: `https://invoice.stripe.com/i/${id}`,
    invoice_pdf: `https://pay.stripe.com/invoice/${id}/pdf`,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: "list", data: [], has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number,
    on_behalf_of: null,
    parent: null,
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: null,
    },
    period_end: now(),
    period_start: now(),
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status,
    status_transitions: {
      finalized_at: now(),
      marked_uncollectible_at: null,
      paid_at: paid ? now() : null,
      voided_at: null,
    },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  };
}

/** A report of Stripe with the object as it is now. */
export function newEvent(
  id: string,
  type: EventType,
  object: Stripe.Subscription | Stripe.Invoice,
): Stripe.Event {
  return {
    id,
    object: "event",
    api_version: Stripe.API_VERSION,
    created: now(),
    // As it is sent, so that later changes of the object don't reach it.
    data: { object: JSON.parse(JSON.stringify(object)) as Stripe.Event.Data.Object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  } as Stripe.Event;
}
