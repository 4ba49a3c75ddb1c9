export const planTexts = { mostPopular: "Most Popular" } as const;

/** Texts of the billing page; those of the specification are exact. */
export const billingTexts = {
  plan: "Current Plan",
  usage: "Usage & Limits",
  help: "Need Help?",
  contact: "Contact Support",
  trialEnds: "Trial Ends",
  nextBilling: "Next Billing Date",
  upgrade: "Upgrade Now",
  ownerKeeps: "The owner of the team can keep it with a plan.",
  change: "Change Plan",
  cancel: "Cancel Subscription",
  resume: "Resume Subscription",
  complete: "Complete Your Subscription",
  processing: "Processing...",
  unlimited: "Unlimited",
  missing: "N/A",
  sandbox: "Sandbox billing - no card is charged",
  paymentFailed: "Payment Failed",
  failedToCreate: "Failed to create subscription",
  failedToCancel: "Failed to cancel subscription",
  failedToResume: "Failed to resume subscription",
  canceled: "Subscription Canceled",
  canceledDetail: "Your subscription will be canceled at the end of the billing period.",
  resumed: "Subscription Resumed",
  resumedDetail: "Your subscription has been reactivated.",
  failedToChange: "Failed to change the plan",
  changed: "Plan Changed",
  failedToChooseFree: "Failed to switch to the free plan",
  failedToContinue: "Failed to continue with Pro",
  continueWithPro: "Continue with Pro, no money moves",
  onFree: "Free Plan",
  onFreeDetail: "Your team continues on the free plan. Everything you have stays.",
  failedToFetch: "Couldn't load the subscription",
  failedToFetchUsage: "Couldn't load the usage",
  failedToFetchInvoices: "Couldn't load the invoices",
} as const;

/** The badge of each status; unknown ones show `trialing`'s (specification, section 4). */
export const statusTexts = {
  active: "Active",
  trialing: "Trial",
  past_due: "Past Due",
  canceled: "Canceled",
} as const;

/** The rows of the usage card. */
export const usageTexts = {
  integrations: "Integrations",
  messages: "Messages This Month",
  teamMembers: "Team Members",
} as const;

/** Source: specification, section 8. */
export const limitTexts = {
  reached: (label: string) => `You've reached your ${label} limit.`,
  upgrade: "Upgrade now to continue.",
  near: (label: string, percent: number) =>
    `You're approaching your ${label} limit (${percent}% used). Consider upgrading soon.`,
} as const;
