import { type Route, route } from "../../server/http/http";
import { answerProposal, getProposal, listLessons, removeLesson } from "./contract";
import type { LessonService } from "./service";

export const lessonRoutes = (lessons: LessonService): Route[] => [
  route(listLessons, ({ actor, params, query }) => lessons.list(actor, params.teamId, query)),
  route(getProposal, ({ actor, params }) => lessons.proposal(actor, params.teamId)),
  route(answerProposal, ({ actor, params, body }) => lessons.answer(actor, params.teamId, body)),
  route(removeLesson, ({ actor, params }) => lessons.remove(actor, params.lessonId)),
];
