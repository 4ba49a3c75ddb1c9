import { type Route, route } from "../../server/http/http";
import { answerProposal, getProposal, listCorrections, removeCorrection } from "./contract";
import type { CorrectionService } from "./service";

export const correctionRoutes = (corrections: CorrectionService): Route[] => [
  route(listCorrections, ({ actor, params, query }) => corrections.list(actor, params.teamId, query)),
  route(getProposal, ({ actor, params }) => corrections.proposal(actor, params.teamId)),
  route(answerProposal, ({ actor, params, body }) => corrections.answer(actor, params.teamId, body)),
  route(removeCorrection, ({ actor, params }) => corrections.remove(actor, params.correctionId)),
];
