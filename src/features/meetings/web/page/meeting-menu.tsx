import { Button, Menu } from "@mantine/core";
import {
  IconDots,
  IconDownload,
  IconFileMusic,
  IconLink,
  IconTrash,
  IconVolumeOff,
} from "@tabler/icons-react";
import { type UseQueryResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { urlOf } from "../../../../web/api";
import { callOrKeep, isKept } from "../../../../web/offline/change-queue";
import { showKept } from "../../../../web/offline/show-kept";
import { toClipboard } from "../../../../web/ui/clipboard";
import { showFailure } from "../../../../web/ui/feedback/failure-toast";
import { showToast } from "../../../../web/ui/feedback/toast";
import { Question } from "../../../../web/ui/question";
import { personName } from "../../../auth/web/person-name";
import { useMembers } from "../../../teams/web/team-queries";
import { deleteAudio, getMeeting, type Meeting, type MeetingPart, type MeetingSegment } from "../../contract";
import { type ExportFormat, exportTranscript, fileName } from "../../export-transcript";
import { meetingKeys, useDeleteMeeting } from "../meeting-queries";
import { meetingTexts } from "../texts";
import { useNotes } from "./notes-section";

interface MeetingMenuProps {
  teamId: string;
  meeting: Meeting;
  segments: MeetingSegment[];
  parts: MeetingPart[];
}

const exports: { format: ExportFormat; label: string }[] = [
  { format: "txt", label: "Export as text" },
  { format: "vtt", label: "Export as WebVTT" },
  { format: "md", label: "Export as Markdown" },
];

/** Saves the transcript as a file. It rejects if what the file needs can't be loaded. */
function useTranscriptExport(teamId: string, meeting: Meeting, segments: MeetingSegment[]) {
  const [notes, members] = [useNotes(meeting.id), useMembers(teamId)];
  return async (format: ExportFormat) => {
    // Only Markdown has notes and who owes what: the others needn't wait for them.
    const isAll = format === "md";
    const written = isAll ? await loaded(notes) : [];
    const named = (isAll ? await loaded(members) : []).map(
      ({ user }) => [user.id, personName(user)] as const,
    );
    const all = {
      ...meeting,
      notes: written.map(({ author, ...note }) => ({
        ...note,
        author: author && `${author.firstName} ${author.lastName}`.trim(),
      })),
      memberNames: new Map(named),
    };
    save(exportTranscript(format, all, segments));
  };
}

/** What else can be done with a meeting: share, export, download, delete. */
export function MeetingMenu({ teamId, meeting, segments, parts }: MeetingMenuProps) {
  const [asking, setAsking] = useState(false);
  const [, navigate] = useLocation();
  const remove = useDeleteMeeting(teamId);
  const removeMeeting = () =>
    remove.mutateAsync(meeting).then(
      // Also if this page was left and opened again meanwhile; on other pages, the person stays where they are.
      () => window.location.pathname === `/meetings/${meeting.id}` && navigate("/meetings"),
      () => undefined,
    );
  const removeAudio = useDeleteAudio(teamId, meeting);
  const exportAs = useTranscriptExport(teamId, meeting, segments);
  const copyLink = async () => {
    if (await toClipboard(`${window.location.origin}/meetings/${meeting.id}`, null))
      showToast({ title: meetingTexts.copied });
  };
  return (
    <>
      <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconDots size={16} aria-hidden />}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconLink size={16} aria-hidden />} onClick={() => void copyLink()}>
            Copy the link for your team
          </Menu.Item>
          {segments.length > 0 &&
            exports.map(({ format, label }) => (
              <Menu.Item
                key={format}
                leftSection={<IconDownload size={16} aria-hidden />}
                onClick={() =>
                  void exportAs(format).catch((error: Error) =>
                    showFailure(meetingTexts.failedToExport, error),
                  )
                }
              >
                {label}
              </Menu.Item>
            ))}
          {parts.map(({ id, format }, n) => (
            <Menu.Item
              key={id}
              component="a"
              href={`/api/meetings/${meeting.id}/audio/${id}`}
              download={`${fileName(meeting.title)}${parts.length > 1 ? ` ${n + 1}` : ""}.${format}`}
              leftSection={<IconFileMusic size={16} aria-hidden />}
            >
              Download the audio{parts.length > 1 && ` (part ${n + 1} of ${parts.length})`}
            </Menu.Item>
          ))}
          {meeting.hasAudio && meeting.status !== "recording" && meeting.status !== "transcribing" && (
            <Menu.Item leftSection={<IconVolumeOff size={16} aria-hidden />} onClick={() => setAsking(true)}>
              Delete the audio only
            </Menu.Item>
          )}
          <Menu.Item
            color="danger"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => void removeMeeting()}
          >
            Delete the meeting
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asking && (
        <Question
          title="Delete the audio"
          onClose={() => setAsking(false)}
          confirm={{
            label: "Delete",
            danger: true,
            busy: removeAudio.isPending,
            run: () => removeAudio.mutate(undefined, { onSettled: () => setAsking(false) }),
          }}
        >
          <p>The recording is deleted for good. The transcript, its tasks and your notes stay.</p>
        </Question>
      )}
    </>
  );
}

/** What a query loads, also if it isn't there yet. */
async function loaded<T>({ data, refetch }: UseQueryResult<T>): Promise<T> {
  const now = data ?? (await refetch({ throwOnError: true, cancelRefetch: false })).data;
  if (now === undefined) throw new Error("Try again.");
  return now;
}

/** Deletes the sound of a meeting. It waits for a connection. */
function useDeleteAudio(teamId: string, { id, title }: Meeting) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      callOrKeep(
        deleteAudio,
        { params: { id } },
        {
          what: meetingTexts.audioDeletedLater(title),
          // What waits for it is sent after it. Nobody records on in a finished meeting, so nothing can meet it.
          subject: urlOf(getMeeting.path, { id }),
          // The page of a meeting deletes its sound only once it has the meeting.
          answer: { ...(queryClient.getQueryData(meetingKeys.one(id)) as Meeting), hasAudio: false },
        },
      ),
    onSuccess: (meeting) => {
      queryClient.setQueryData<Meeting>(meetingKeys.one(id), meeting);
      if (isKept(meeting)) return showKept();
      showToast({ title: meetingTexts.audioDeleted });
    },
    onError: (error) => showFailure(meetingTexts.failedToDeleteAudio, error),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: meetingKeys.team(teamId) }),
  });
}

function save({ name, type, text }: { name: string; type: string; text: string }): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
