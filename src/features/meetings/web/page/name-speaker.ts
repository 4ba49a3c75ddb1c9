import { useMutation, useQueryClient } from "@tanstack/react-query";
import { urlOf } from "../../../../web/api";
import { callOrKeep, isKept } from "../../../../web/offline/change-queue";
import { showKept } from "../../../../web/offline/show-kept";
import { showFailure } from "../../../../web/ui/feedback/failure-toast";
import { showToast } from "../../../../web/ui/feedback/toast";
import { useUndoAction } from "../../../journal/web/undo";
import {
  listSpeakers,
  type Meeting,
  type MeetingSegment,
  nameSpeaker,
  type SpeakerChange,
} from "../../contract";
import { isChosenLine, linesBySpeaker } from "../../transcript-text";
import { meetingKeys } from "../meeting-queries";
import { meetingTexts } from "../texts";

/** Names who speaks; the toast offers to undo it. It waits for a connection. */
export function useNameSpeaker(teamId: string, meetingId: string, onNamed: () => void) {
  const queryClient = useQueryClient();
  const undo = useUndoAction(teamId);
  const lines = meetingKeys.segments(meetingId);
  return useMutation({
    mutationFn: (change: SpeakerChange) =>
      callOrKeep(
        nameSpeaker,
        { params: { id: meetingId }, body: change },
        {
          what: meetingTexts.speakerNamedLater(change.to),
          subject: urlOf(listSpeakers.path, { id: meetingId }),
          expected: { speakers: linesBySpeaker(queryClient.getQueryData<MeetingSegment[]>(lines) ?? []) },
          // The page of a meeting names speakers only once it has the meeting.
          answer: { ...(queryClient.getQueryData(meetingKeys.one(meetingId)) as Meeting) },
        },
      ),
    onSuccess: (meeting, change) => {
      onNamed();
      if (isKept(meeting)) {
        queryClient.setQueryData<MeetingSegment[]>(lines, (segments) =>
          segments?.map((line) => (isChosenLine(line, change) ? { ...line, speaker: change.to } : line)),
        );
        return showKept();
      }
      queryClient.setQueryData<Meeting>(meetingKeys.one(meetingId), meeting);
      showToast({ title: meetingTexts.speakerNamed, tone: "success", action: undo(meeting) });
    },
    onError: (error) => showFailure(meetingTexts.failedToNameSpeaker, error),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: lines }),
  });
}
