import { useCallback, useMemo, useState } from "react";
import { reportActivity } from "../../../../web/activity";
import { rowsOf } from "../../../../web/paged-list";
import { announce } from "../../../../web/ui/feedback/announce";
import { QueryView } from "../../../../web/ui/feedback/query-view";
import { FilterButtons } from "../../../../web/ui/filter-buttons";
import { useHandOver } from "../../../../web/ui/hand-over";
import { lazyDialog } from "../../../../web/ui/lazy-part";
import { useNow } from "../../../../web/ui/relative-time";
import { usePreload } from "../../../../web/ui/use-preload";
import { LateCorrectionBanner } from "../../../corrections/web/late-correction-banner";
import type { Quadrant } from "../../../tasks/quadrants";
import { quadrantTexts } from "../../../tasks/web/texts";
import type { Message } from "../../contract";
import { inView } from "../../message-views";
import type { CorrectTarget } from "../message/correct-menu";
import { type TaskFeedback, useCorrectMessage } from "../message/correct-message";
import type { InboxFilter } from "../message-cache";
import { MessageChannelFilter } from "../message-channel-filter";
import {
  useCreateTaskFromMessage,
  useMessageCounts,
  useMessagePages,
  useResolveMessage,
} from "../message-queries";
import { MessageDialog, sourceViews } from "../source-views";
import { inboxTexts } from "../texts";
import { EmptyInbox } from "./empty-inbox";
import { useInboxKeys } from "./inbox-keys";
import classes from "./inbox-screen.module.css";
import { MessageList, type RowSelection, RowSkeletons, rowId } from "./message-list";
import { titleOf } from "./message-row";

const TaskDialog = lazyDialog(() => import("../../../tasks/web/task/task-dialog"), "TaskDialog");
const WhySheet = lazyDialog(() => import("../why/why-sheet"), "WhySheet");
const CorrectMenu = lazyDialog(() => import("../message/correct-menu"), "CorrectMenu");
const PrivateMessageQuestion = lazyDialog(
  () => import("./private-message-question"),
  "PrivateMessageQuestion",
);

/** What may be opened from here, the likeliest first. */
const ahead = [MessageDialog, WhySheet, CorrectMenu, TaskDialog];

const views = ["all", "requires_action", "resolved"] as const;

/** The inbox: every message with its analysis and actions. Mouse and keyboard can each do everything. */
export function InboxScreen({ teamId }: { teamId: string }) {
  usePreload(ahead);
  const [filter, setFilter] = useState<InboxFilter>({ view: "all", channel: null });
  const [selection, setSelection] = useState<RowSelection>();
  /** The message whose context is open; a state of its own, so that it stays when it leaves the list. */
  const [reading, setReading] = useState<string>();
  const [task, setTask] = useState<string>();
  const [explained, setExplained] = useState<string>();
  const [sharing, setSharing] = useState<{ message: Message; to?: Quadrant }>();
  const [correcting, setCorrecting] = useState<CorrectTarget>();
  const now = useNow(30_000);
  const counts = useMessageCounts(teamId, filter.channel);
  const query = useMessagePages(teamId, filter);
  const messages = useMemo(() => rowsOf(query.data), [query.data]);
  const go = useCallback((next: RowSelection | undefined) => {
    // Without a next row, the last one stays selected until more rows load.
    setSelection((now) => next ?? now);
    setReading((id) => id && next?.id);
  }, []);
  const act = useTriage({ teamId, filter, messages, onSelect: go, onOpenTask: setTask });

  const selected = messages.find(({ id }) => id === selection?.id);
  /** A task belongs to the team, so a message that only its reader sees is not made one by a stray key. */
  const createTask = useCallback(
    (message: Message, to?: Quadrant) =>
      message.onlyMe ? setSharing({ message, ...(to && { to }) }) : act.createTask(message, to),
    [act],
  );

  const actions = useMemo(
    () => ({
      select: ({ id }: Message, focus = false) =>
        setSelection((now) => (now?.id === id ? now : { id, focus })),
      open: ({ id }: Message) => {
        setSelection((now) => (now?.id === id ? now : { id, focus: false }));
        setReading(id);
      },
      why: ({ id }: Message) => setExplained(id),
      resolve: act.resolve,
      createTask,
      notATask: act.notATask,
      correct: (message: Message, button?: HTMLElement) => {
        const own = button ?? document.getElementById(`${rowId(message.id)}-correct`);
        if (own) setCorrecting({ message, button: own });
      },
    }),
    [act, createTask],
  );
  // Here and not in the list: the list unmounts with its last row, and the next page may bring more.
  useHandOver(messages, selection?.id, actions.select);
  const step = useInboxKeys({ messages, selected, onSelect: go, actions });

  const choose = (next: InboxFilter) => {
    setFilter(next);
    setSelection(undefined);
  };
  return (
    <div className={classes.screen}>
      <div className={classes.filters}>
        <FilterButtons
          label="Messages shown"
          options={views.map((view) => ({
            value: view,
            label: inboxTexts.filters[view],
            count: counts.data?.[view],
          }))}
          value={filter.view}
          onChange={(view) => choose({ ...filter, view })}
        />
        <MessageChannelFilter
          teamId={teamId}
          value={filter.channel}
          onChange={(channel) => choose({ ...filter, channel })}
        />
      </div>
      <QueryView
        query={{ ...query, data: query.data && messages }}
        failure={inboxTexts.failedToFetch}
        skeleton={<RowSkeletons />}
      >
        {(all) =>
          all.length > 0 ? (
            <MessageList
              key={`${filter.view} ${filter.channel}`}
              messages={all}
              count={Math.max(counts.data?.[filter.view] ?? 0, all.length)}
              more={{
                available: query.hasNextPage && !query.isFetching && !query.error,
                loading: query.isFetchingNextPage,
                load: query.fetchNextPage,
              }}
              {...{ selection, now, actions }}
            />
          ) : (
            <EmptyInbox
              filter={filter}
              firstRun={Object.keys(counts.data?.channels ?? { unknown: 0 }).length === 0}
              onClear={() => choose({ ...filter, channel: null })}
            />
          )
        }
      </QueryView>
      <LateCorrectionBanner teamId={teamId} />
      {correcting && (
        <CorrectMenu target={correcting} onCorrect={act.correct} onClose={() => setCorrecting(undefined)} />
      )}
      {reading && (
        <MessageDialog
          teamId={teamId}
          messageId={reading}
          covered={task !== undefined || sharing !== undefined}
          onClose={() => setReading(undefined)}
          onOpenTask={setTask}
          triage={{ ...act, createTask, step, onCorrect: act.correct }}
        />
      )}
      {sharing && (
        <PrivateMessageQuestion
          onClose={() => setSharing(undefined)}
          onConfirm={() => {
            act.createTask(sharing.message, sharing.to);
            setSharing(undefined);
          }}
        />
      )}
      {explained && <WhySheet messageId={explained} onClose={() => setExplained(undefined)} />}
      {task && (
        <TaskDialog teamId={teamId} taskId={task} source={sourceViews} onClose={() => setTask(undefined)} />
      )}
    </div>
  );
}

interface Triage {
  teamId: string;
  filter: InboxFilter;
  messages: Message[];
  onSelect: (selection: RowSelection | undefined) => void;
  onOpenTask: (taskId: string) => void;
}

/** Resolving, creating tasks and correcting. When a row leaves the view, the next one is selected. */
function useTriage({ teamId, filter, messages, onSelect, onOpenTask }: Triage) {
  const { mutate: resolveMessage } = useResolveMessage(teamId);
  const { mutate: makeTask } = useCreateTaskFromMessage(teamId, onOpenTask);
  const { mutate: correctMessage } = useCorrectMessage(teamId);

  return useMemo(() => {
    const pass = (message: Message, change: Partial<Message>) => {
      if (inView(filter.view, { ...message, ...change })) return;
      const at = messages.findIndex(({ id }) => id === message.id);
      if (at === -1) return;
      const next = messages[at + 1] ?? messages[at - 1];
      onSelect(next && { id: next.id, focus: true });
    };
    const correct = (message: Message, said: TaskFeedback) => {
      const { aiAnalysis } = message;
      if (aiAnalysis && "hasTask" in said)
        pass(message, { aiAnalysis: { ...aiAnalysis, hasTask: said.hasTask } });
      if ("priority" in said) pass(message, { priority: said.priority });
      correctMessage({ message, said });
      announce(`Corrected “${titleOf(message)}”`);
    };
    return {
      correct,
      notATask: (message: Message) => correct(message, { hasTask: false }),
      resolve(message: Message) {
        if (message.status === "resolved") return;
        reportActivity("message-triaged", message.id);
        pass(message, { status: "resolved" });
        resolveMessage({ message });
        announce(`Resolved “${titleOf(message)}”`);
      },
      createTask(message: Message, to?: Quadrant) {
        if (message.status !== "processed") reportActivity("message-triaged", message.id);
        pass(message, { status: "processed" });
        makeTask(to ? { message, to } : { message });
        if (to) announce(`Task in ${quadrantTexts[to].name}: “${titleOf(message)}”`);
      },
    };
  }, [filter.view, messages, onSelect, resolveMessage, makeTask, correctMessage]);
}
