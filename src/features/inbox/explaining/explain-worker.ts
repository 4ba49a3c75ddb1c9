import { answerRequests } from "../../../server/workers/worker-pool";
import { explain } from "../../triage/explain/explain";
import type { ExplainRequest } from "./explainer";

// This worker thread explains messages, because an explanation tries out many changes of a message.
answerRequests(({ input, corrections }: ExplainRequest) => explain(input, corrections));
