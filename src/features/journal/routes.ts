import { type Route, route } from "../../server/http/http";
import { listJournal, undoChange } from "./contract";
import type { JournalService } from "./service";

export const journalRoutes = (journal: JournalService): Route[] => [
  route(listJournal, ({ actor, params, query }) => journal.list(actor, params.teamId, query)),
  route(undoChange, ({ actor, params, body }) => journal.undo(actor, params.teamId, body?.id)),
];
