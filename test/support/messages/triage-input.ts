import type { TriageInput } from "../../../src/features/triage/message";

/** A mail as the engine reads it, from a customer to one person, received on a Tuesday. */
export const triageInput = (content: string, more: Partial<TriageInput> = {}): TriageInput => ({
  content,
  subject: "Project",
  from: { name: "Dana Reyes", address: "dana.reyes@northwind.example" },
  to: ["sam.ode@harbour.example"],
  cc: [],
  sentAt: new Date("2026-03-03T09:00:00Z"),
  channel: "gmail",
  bulk: false,
  fromOwner: false,
  ...more,
});
