import { type Route, route } from "../../server/http/http";
import { nameEntry } from "../journal/service";
import { answerProposal, getProposal, listCorrections, removeCorrection } from "./contract";
import type { CorrectionService } from "./service";

export const correctionRoutes = (corrections: CorrectionService): Route[] => [
  route(listCorrections, ({ actor, params, query }) => corrections.list(actor, params.teamId, query)),
  route(getProposal, ({ actor, params }) => corrections.proposal(actor, params.teamId)),
  route(
    answerProposal,
    ({ actor, params, body, reply }) => corrections.answer(actor, params.teamId, body, nameEntry(reply)),
    {
      again: ({ actor, params }, { subjects }) =>
        corrections.answered(actor, params.teamId, subjects("correction_run")),
    },
  ),
  route(
    removeCorrection,
    ({ actor, params, reply }) => corrections.remove(actor, params.correctionId, nameEntry(reply)),
    { again: ({ params }) => ({ id: params.correctionId }) },
  ),
];
