import { answerRequests } from "../../../server/workers/worker-pool";
import { explain } from "../../triage/explain/explain";
import type { ExplainRequest } from "./explainer";

// The first message takes ten times as long as any other, because the engine's code is compiled for it. On a busy
// machine, that alone would use up the time that a request has, which begins once this worker answers requests.
explain(
  {
    content: "Hi Ana,\n\ncould you please send me the report by tomorrow? The customer is waiting.\n\nBo",
    subject: "Report",
    from: { name: "Bo Lind", address: "bo@example.org" },
    to: ["ana@example.com"],
    cc: [],
    sentAt: new Date(),
    channel: "import",
    bulk: false,
    fromOwner: false,
  },
  null,
);

// This worker thread explains messages, because an explanation tries out many changes of a message.
answerRequests(({ input, corrections }: ExplainRequest) => explain(input, corrections));
