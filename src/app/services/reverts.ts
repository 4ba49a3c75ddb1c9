import { revertArea, revertAreaFact, revertAreaItem } from "../../features/areas/revert";
import { createCorrectionReverts } from "../../features/corrections/revert";
import { revertImportAge } from "../../features/imports/archive-age";
import { revertMany } from "../../features/inbox/bulk/revert-many";
import type { createCorrectedMessages } from "../../features/inbox/corrected-messages";
import { revertReanalysis } from "../../features/inbox/reanalysis/reanalyze";
import { revertImport, revertMessage } from "../../features/inbox/revert";
import type { SubjectType } from "../../features/journal/change";
import type { Revert } from "../../features/journal/service";
import { revertNote } from "../../features/meetings/notes";
import { revertItem } from "../../features/meetings/proposals/change-item";
import { revertMeeting, revertMeetingItems } from "../../features/meetings/revert";
import { revertSpeakers } from "../../features/meetings/speakers";
import { createSampleRevert } from "../../features/start/sample-data";
import { revertComment } from "../../features/tasks/comments/revert-comment";
import { revertTasks } from "../../features/tasks/many-tasks";
import { revertTask } from "../../features/tasks/revert";

/** How each kind of change is undone. */
export const createReverts = (
  messages: ReturnType<typeof createCorrectedMessages>,
): Record<SubjectType, Revert> => ({
  task: revertTask,
  tasks: revertTasks,
  comment: revertComment,
  message: revertMessage,
  messages: revertMany,
  analysis_run: revertReanalysis,
  import: (tx, teamId, change, userId) =>
    (change.kind === "changed" ? revertImportAge : revertImport)(tx, teamId, change, userId),
  ...createCorrectionReverts(messages),
  samples: createSampleRevert(messages),
  meeting: revertMeeting,
  meeting_item: revertItem,
  meeting_items: revertMeetingItems,
  meeting_speakers: revertSpeakers,
  meeting_note: revertNote,
  area: revertArea,
  area_item: revertAreaItem,
  area_fact: revertAreaFact,
});
