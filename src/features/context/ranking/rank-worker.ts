import { answerRequests } from "../../../server/workers/worker-pool";
import { type RankRequest, rankTexts } from "./rank-texts";

// This worker thread ranks long texts for a question, because hours of speech take tenths of a second.
answerRequests((request: RankRequest) => rankTexts(request));
