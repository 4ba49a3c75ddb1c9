import { type Executor, holdLock } from "../../server/database";
import { isAsSeen } from "../../server/http/as-seen";
import { publish } from "../../server/live-hub";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import { recordConsent, requireTeam } from "../teams/service";
import {
  type AnalyticsChange,
  type AnalyticsChoice,
  type AnalyticsSummary,
  type CompletedTask,
  defaultSavedMinutes,
  type FigureRef,
  type FigureRow,
  type MemberFigures,
  type Period,
  type SavedMinutes,
} from "./contract";
import { createFigureRepository, type PersonSums, type RowsAfter } from "./figure-repository";
import {
  type ChoiceRow,
  createAnalyticsRepository,
  createFigureRows,
  type MemberRow,
  type RowQuery,
} from "./repository";
import { type TimeSpans, timeSpans } from "./time-spans";

/** How a person looks at the figures. `timeZone` counts only if their profile has none. */
interface View {
  period: Period;
  timeZone?: string | undefined;
}

export type AnalyticsService = ReturnType<typeof createAnalyticsService>;

/** @param now - the time at which weeks and days are counted; default: the clock's. */
export function createAnalyticsService({ db, now = () => new Date() }: { db: Executor; now?: () => Date }) {
  const repository = createAnalyticsRepository(db);
  const figures = createFigureRepository(db);

  /** What a request's figures are computed from. */
  async function lookAt(actor: Actor, teamId: string, view: View) {
    requireTeam(actor, teamId);
    const members = await repository.members(teamId);
    const self = members.find(({ userId }) => userId === actor.userId);
    if (!self) throw new AppError("not_found", "Team not found.");
    const timeZone = self.timeZone ?? view.timeZone ?? "UTC";
    /** The members whose figures the person may see. */
    const shown = members.filter(({ userId, choice }) => userId === actor.userId || choice?.shareFigures);
    return {
      rows: createFigureRows({ teamId, userId: actor.userId }),
      spans: timeSpans(now(), timeZone, view.period),
      timeZone,
      minutesPer: toChoice(self.choice).minutesPer,
      members,
      shown,
      shownIds: shown.map(({ userId }) => userId),
    };
  }

  async function choiceOf(actor: Actor, teamId: string, executor: Executor): Promise<AnalyticsChoice> {
    requireTeam(actor, teamId);
    const members = await createAnalyticsRepository(executor).members(teamId);
    return toChoice(members.find(({ userId }) => userId === actor.userId)?.choice ?? null);
  }

  return {
    /** The array of the specification (section 2): its length is Tasks Completed. */
    async completed(actor: Actor, teamId: string): Promise<CompletedTask[]> {
      requireTeam(actor, teamId);
      const { completed } = createFigureRows({ teamId, userId: actor.userId });
      const moments = await figures.moments(completed());
      return moments.map(({ id, at }) => ({ taskId: id, completedAt: at }));
    },

    /** Every figure of the screen, in the zone of the person's profile, or else the one that `view` names. */
    async summary(actor: Actor, teamId: string, view: View): Promise<AnalyticsSummary> {
      const { rows, spans, timeZone, minutesPer, members, shown, shownIds } = await lookAt(
        actor,
        teamId,
        view,
      );
      const { week, period, days } = spans;
      const [hasData, saved, total, retention, focus, twoWeeks, channels, completed, responses, focused] =
        await Promise.all([
          repository.hasData({ teamId, userId: actor.userId }),
          figures.sumsByType(rows.timeSaved(week, minutesPer)),
          figures.sums(rows.completed()),
          figures.sums(rows.completed(week)),
          figures.sums(rows.focus(week, shownIds)),
          figures.countsBetween(...bothWeeks(rows.completed, spans)),
          figures.byChannel(rows.received(period)),
          figures.sumsByPerson(rows.completed(period)),
          figures.sumsByPerson(rows.responses(period)),
          figures.sumsByPerson(rows.focus(period, shownIds)),
        ]);
      const saving = (type: string) => saved.find((row) => row.type === type)?.count ?? 0;
      return {
        hasData,
        timeZone,
        timeSaved: {
          minutes: saved.reduce((sum, { minutes }) => sum + minutes, 0),
          messages: saving("message"),
          tasks: saving("task"),
          meetings: saving("meeting"),
          minutesPer,
        },
        tasksCompleted: total.count,
        contextRetention: { completed: retention.count, withContext: retention.withContext },
        focusMinutes: focus.minutes,
        trend: days.map(({ name, lastWeek }, n) => ({
          day: name,
          completed: twoWeeks[n + 7] ?? 0,
          lastWeekDay: lastWeek.name,
          completedLastWeek: twoWeeks[n] ?? 0,
        })),
        channels,
        members: shown.map((member) => toMember(member, { completed, responses, focused })),
        membersNotSharing: members.length - shown.length,
      };
    },

    /**
     * The rows that a figure counts.
     *
     * @throws AppError `invalid_input` if the day, channel or member is missing; `not_found` for a member who
     * doesn't share their figures.
     */
    async rows(
      actor: Actor,
      teamId: string,
      query: FigureRef & View & RowsAfter,
    ): Promise<{ total: number; rows: FigureRow[] }> {
      const looked = await lookAt(actor, teamId, query);
      const counted = rowsOf(query, looked);
      const { count } = await figures.sums(counted);
      return { total: count, rows: await figures.page(counted, query) };
    },

    choice: (actor: Actor, teamId: string): Promise<AnalyticsChoice> => choiceOf(actor, teamId, db),

    /**
     * Changes the actor's own choice, and reloads the team's screens.
     *
     * @throws AppError `changed_since` if the minutes aren't as expected.
     */
    async choose(actor: Actor, teamId: string, change: AnalyticsChange): Promise<AnalyticsChoice> {
      return db.transaction(async (tx) => {
        // One at a time: each keeps what the other changes.
        await holdLock(tx, `preferences ${teamId} ${actor.userId}`);
        const before = await choiceOf(actor, teamId, tx);
        if (!isAsSeen(before, change.expected ?? {}, { minutesPer: change.minutesPer }))
          throw new AppError("changed_since", "You have changed these minutes elsewhere since.");
        const next = {
          shareFigures: change.shareFigures ?? before.shareFigures,
          minutesPer: change.minutesPer ?? before.minutesPer,
        };
        await createAnalyticsRepository(tx).saveChoice(teamId, actor.userId, toChoiceRow(next));
        if (change.shareFigures === undefined) return next;
        await recordConsent(tx, {
          userId: actor.userId,
          teamId,
          subject: "figures",
          given: next.shareFigures,
        });
        await publish(tx, { type: "team_updated", teamId, id: teamId });
        return next;
      });
    },
  };

  function rowsOf(
    { figure, day, channel, userId }: FigureRef,
    { rows, spans, minutesPer, shownIds }: Awaited<ReturnType<typeof lookAt>>,
  ): RowQuery {
    const { week, lastWeek, period } = spans;
    const ofChannel = (state?: "needing_action" | "resolved") =>
      figures.inChannel(rows.received(period), required(channel, "channel", "Name the channel."), state);
    const member = () => {
      const id = required(userId, "userId", "Name the member.");
      if (!shownIds.includes(id)) throw new AppError("not_found", "This member doesn't share their figures.");
      return id;
    };
    switch (figure) {
      case "time_saved":
        return rows.timeSaved(week, minutesPer);
      case "tasks_completed":
        return rows.completed();
      case "context_retention":
      case "week_completed":
        return rows.completed(week);
      case "focus_time":
        return rows.focus(week, shownIds);
      case "last_week_completed":
        return rows.completed(lastWeek);
      case "day_completed":
        return rows.completed(dayNamed(spans, required(day, "day", "Name the day.")));
      case "channel_received":
        return ofChannel();
      case "channel_needing_action":
        return ofChannel("needing_action");
      case "channel_resolved":
      case "channel_minutes_to_resolve":
        return ofChannel("resolved");
      case "member_completed":
      case "member_context_retention":
        return figures.byPerson(rows.completed(period), member());
      case "member_response":
        return figures.byPerson(rows.responses(period), member());
      case "member_focus_time":
        return rows.focus(period, [member()]);
      case "members_not_sharing":
        return rows.othersThan(shownIds);
    }
  }
}

function required(value: string | undefined, name: string, advice: string): string {
  if (value === undefined) throw new AppError("invalid_input", `${name}: ${advice}`);
  return value;
}

function dayNamed({ days }: TimeSpans, name: string) {
  const found = days.flatMap((day) => [day, day.lastWeek]).find((day) => day.name === name);
  if (!found) throw new AppError("invalid_input", "day: Choose a day of this week or the week before.");
  return found.span;
}

/** The completions of both weeks, and the midnights around their days. */
function bothWeeks(
  completed: (span: { from: Date; to: Date }) => RowQuery,
  { days, lastWeek, week }: TimeSpans,
): [RowQuery, Date[]] {
  const starts = [...days.map(({ lastWeek }) => lastWeek.span.from), ...days.map(({ span }) => span.from)];
  return [completed({ from: lastWeek.from, to: week.to }), [...starts, week.to]];
}

function toMember(
  { userId, firstName, lastName, profileImageUrl, choice }: MemberRow,
  sums: Record<"completed" | "responses" | "focused", PersonSums[]>,
): MemberFigures {
  const of = (all: PersonSums[]) => all.find((sum) => sum.userId === userId);
  return {
    userId,
    firstName,
    lastName,
    profileImageUrl,
    shared: choice?.shareFigures ?? false,
    completed: of(sums.completed)?.count ?? 0,
    withContext: of(sums.completed)?.withContext ?? 0,
    responseMinutes: of(sums.responses)?.median ?? null,
    focusMinutes: of(sums.focused)?.minutes ?? 0,
  };
}

function toChoice(row: ChoiceRow | null): AnalyticsChoice {
  const minutesPer: SavedMinutes = row
    ? { message: row.messageMinutes, task: row.taskMinutes, meeting: row.meetingMinutes }
    : defaultSavedMinutes;
  return { shareFigures: row?.shareFigures ?? false, minutesPer };
}

const toChoiceRow = ({ shareFigures, minutesPer }: AnalyticsChoice): ChoiceRow => ({
  shareFigures,
  messageMinutes: minutesPer.message,
  taskMinutes: minutesPer.task,
  meetingMinutes: minutesPer.meeting,
});
