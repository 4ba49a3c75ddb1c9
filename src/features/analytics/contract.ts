import { z } from "zod";
import { endpoint } from "../../shared/endpoint";
import { after, paging } from "../../shared/paging";
import { isTimeZone } from "../../shared/time-zone";
import { instant } from "../../shared/typed-values";

/** One completed task that is still in the team. The number of them is Tasks Completed. */
export const CompletedTask = z.object({ taskId: z.uuid(), completedAt: z.iso.datetime() });
export type CompletedTask = z.infer<typeof CompletedTask>;

/** What channels and members are counted over: this week from Monday, or the last 30 days including today. */
export const Period = z.enum(["week", "month"]);
export type Period = z.infer<typeof Period>;

/** The most that one action can be said to save (minutes). */
export const mostSavedMinutes = 240;
const savedMinutes = z.int().min(0).max(mostSavedMinutes);

/** The person's own estimate of the time that one action saves (minutes). */
export const SavedMinutes = z.strictObject({
  /** A message that Zippy triaged; an imported one counts once somebody resolved it or made a task of it. */
  message: savedMinutes,
  /** A task made from a message. */
  task: savedMinutes,
  /** A meeting that Zippy read for tasks. */
  meeting: savedMinutes,
});
export type SavedMinutes = z.infer<typeof SavedMinutes>;

/** Our estimate, which each person can change. */
export const defaultSavedMinutes: SavedMinutes = { message: 2, task: 3, meeting: 10 };

const count = z.int().min(0);
/** Minutes with fractions; null if there is nothing to measure. */
const minutes = z.number().min(0);

/** Completed tasks of one day beside those of a week earlier. */
export const DayFigures = z.object({
  /** The calendar day in the person's time zone. */
  day: z.iso.date(),
  completed: count,
  /** The same weekday a week earlier. */
  lastWeekDay: z.iso.date(),
  completedLastWeek: count,
});
export type DayFigures = z.infer<typeof DayFigures>;

/** Of the messages that a channel received in the period. */
export const ChannelFigures = z.object({
  channel: z.string(),
  received: count,
  needingAction: count,
  resolved: count,
  /** Median from arrival to Mark Resolved. */
  minutesToResolve: minutes.nullable(),
});
export type ChannelFigures = z.infer<typeof ChannelFigures>;

/** A member's figures in the period. Only the person's own, and those of members who share theirs. */
export const MemberFigures = z.object({
  userId: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.string().nullable(),
  /** Whether the team sees this row. */
  shared: z.boolean(),
  completed: count,
  /**
   * Median from a message's arrival to its first response: resolving it, or making a task of it. Each message counts for
   * the member who responded first.
   */
  responseMinutes: minutes.nullable(),
  /** Completed tasks with linked context. */
  withContext: count,
  focusMinutes: minutes,
});
export type MemberFigures = z.infer<typeof MemberFigures>;

/** Every figure of the screen. Weeks and days are those of the person's time zone. */
export const AnalyticsSummary = z.object({
  /** False: nothing has been received, completed or focused on yet. */
  hasData: z.boolean(),
  timeZone: z.string(),
  timeSaved: z.object({
    /** The sum of the actions below, each times its minutes. */
    minutes: count,
    messages: count,
    tasks: count,
    meetings: count,
    minutesPer: SavedMinutes,
  }),
  tasksCompleted: count,
  /** This week's completed tasks, and how many of them have linked context. */
  contextRetention: z.object({ completed: count, withContext: count }),
  focusMinutes: minutes,
  trend: z.array(DayFigures).length(7),
  channels: z.array(ChannelFigures),
  members: z.array(MemberFigures),
  /** Members who keep their figures to themselves. */
  membersNotSharing: count,
});
export type AnalyticsSummary = z.infer<typeof AnalyticsSummary>;

export const figureNames = [
  "time_saved",
  "tasks_completed",
  "context_retention",
  "focus_time",
  "week_completed",
  "last_week_completed",
  "day_completed",
  "channel_received",
  "channel_needing_action",
  "channel_resolved",
  "channel_minutes_to_resolve",
  "member_completed",
  "member_response",
  "member_context_retention",
  "member_focus_time",
  "members_not_sharing",
] as const;
export const FigureName = z.enum(figureNames);
export type FigureName = z.infer<typeof FigureName>;

/** A figure, with the day, channel or member that it is about. */
export const FigureRef = z.object({
  figure: FigureName,
  /** For `day_completed`. */
  day: z.iso.date().optional(),
  /** For channels' figures. */
  channel: z.string().min(1).max(40).optional(),
  /** For members' figures. */
  userId: z.uuid().optional(),
});
export type FigureRef = z.infer<typeof FigureRef>;

/** A row that a figure counts. */
export const FigureRow = z.object({
  /** The message, task, meeting, focus session or member. */
  id: z.uuid(),
  type: z.enum(["message", "task", "meeting", "focus", "member"]),
  title: z.string(),
  /** When it counted: arrival, completion, extraction, the start of the focus, or when the member joined. */
  at: z.iso.datetime(),
  /** What it adds to a figure of minutes. */
  minutes: minutes.nullable(),
  /** For retention: whether the task has linked context. */
  withContext: z.boolean().nullable(),
});
export type FigureRow = z.infer<typeof FigureRow>;

/** Rows per page. */
export const rowsPerPage = 50;

/** What a person chose for Analytics in a team. */
export const AnalyticsChoice = z.object({
  /** Whether the other members see this person's figures under Team Performance. */
  shareFigures: z.boolean(),
  minutesPer: SavedMinutes,
});
export type AnalyticsChoice = z.infer<typeof AnalyticsChoice>;
export const AnalyticsChange = z.strictObject({
  shareFigures: z.boolean().optional(),
  minutesPer: SavedMinutes.optional(),
  /** The minutes that the caller saw; if they are others by now, nothing changes. */
  expected: z.strictObject({ minutesPer: SavedMinutes }).optional(),
});
export type AnalyticsChange = z.infer<typeof AnalyticsChange>;

const inTeam = z.object({ teamId: z.uuid() });
const view = {
  period: Period.default("month"),
  /** Used if the person has none in their profile; UTC by default. */
  timeZone: z.string().max(100).refine(isTimeZone, "Choose a time zone, such as Europe/Berlin.").optional(),
};

export const listCompleted = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/analytics",
  summary: "The team's completed tasks; their number is Tasks Completed.",
  params: inTeam,
  response: z.array(CompletedTask),
});

export const analyticsSummary = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/analytics/summary",
  summary: "Every figure of Performance Analytics, in the person's time zone.",
  params: inTeam,
  query: z.object(view),
  response: AnalyticsSummary,
});

export const listFigureRows = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/analytics/rows",
  summary: "The rows that a figure counts, latest first.",
  params: inTeam,
  query: FigureRef.extend({
    ...{ ...view, ...paging(rowsPerPage), after },
    /** The `at` of the row in `after`: with it, the list continues even if that row no longer counts. */
    afterAt: instant("Send the `at` of the row in `after`.").optional(),
  }),
  response: z.object({ total: count, rows: z.array(FigureRow) }),
});

export const getAnalyticsChoice = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/analytics/choice",
  summary: "Whether you share your figures, and your estimate of the time saved.",
  params: inTeam,
  response: AnalyticsChoice,
});

export const changeAnalyticsChoice = endpoint({
  method: "PATCH",
  path: "/api/teams/:teamId/analytics/choice",
  summary: "Share your figures with the team or stop it, or change your estimate of the time saved.",
  params: inTeam,
  body: AnalyticsChange,
  response: AnalyticsChoice,
  errors: ["changed_since"],
});
