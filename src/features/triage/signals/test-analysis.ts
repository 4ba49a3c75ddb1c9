import { analyze } from "../engine";
import type { EngineResult, TriageInput } from "../message";

/** The analysis of a mail from Mary to Anna, for tests. @param more - what is different about the mail. */
export const analyzed = (content: string, more: Partial<TriageInput> = {}): EngineResult =>
  analyze({
    content,
    subject: null,
    from: { name: "Mary Holt", address: "mary@holt.example" },
    to: ["anna@holt.example"],
    cc: [],
    sentAt: new Date("2026-03-04T10:00:00Z"),
    channel: "gmail",
    bulk: false,
    fromOwner: false,
    ...more,
  });
