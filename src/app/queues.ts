import { followQueue } from "../features/areas/jobs";
import { endPaymentsQueue, reconcileQueue, retainQueue, syncPaymentsQueue } from "../features/billing/queues";
import { demoQueue } from "../features/demo/jobs";
import {
  analyzeQueue,
  countsQueue,
  reanalyzeQueue,
  refineQueue,
  releaseQueue,
} from "../features/inbox/queues";
import { transcribeQueue } from "../features/meetings/jobs";
import { writeConclusionsQueue } from "../features/meetings/proposals/write-conclusions";
import { deletionQueue } from "../features/portability/jobs";

export const retentionQueue = { name: "retention", retryLimit: 3 };

/** The queues of background jobs. `refineQueue` and `writeConclusionsQueue` exist only if a language model is configured. */
export const queuesFor = (languageModel: boolean) => [
  ...[analyzeQueue, reanalyzeQueue, countsQueue, retentionQueue, demoQueue, deletionQueue],
  ...[syncPaymentsQueue, reconcileQueue, retainQueue, endPaymentsQueue, releaseQueue, transcribeQueue],
  ...[followQueue],
  ...(languageModel ? [refineQueue, writeConclusionsQueue] : []),
];
