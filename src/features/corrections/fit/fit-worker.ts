import { answerRequests } from "../../../server/workers/worker-pool";
import type { Correction } from "../../triage/corrections/correction";
import { learn } from "../../triage/corrections/correction-fit";

// This worker thread learns from many corrections, which takes up to half a second.
answerRequests((corrections: readonly Correction[]) => learn(corrections));
