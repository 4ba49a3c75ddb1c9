import { Link } from "wouter";
import { Avatar } from "../../../web/ui/avatar";
import { SectionCard } from "../../../web/ui/section-card";
import type { AnalyticsSummary, MemberFigures } from "../contract";
import classes from "./analytics.module.css";
import { FigureButton, type OpenedFigure } from "./figure-button";
import { hoursOf, minutesOf, shareOf } from "./figure-words";
import { analyticsTexts } from "./texts";

interface TeamTableProps {
  summary: AnalyticsSummary;
  /** The person who looks. */
  userId: string;
  onOpen: (figure: OpenedFigure) => void;
}

/** The figures of the members who share theirs, and the person's own. */
export function TeamTable({ summary: { members, membersNotSharing }, userId, onOpen }: TeamTableProps) {
  const own = members.find((member) => member.userId === userId);
  return (
    <SectionCard title={analyticsTexts.team}>
      <table className={classes.table}>
        <thead>
          <tr>
            {analyticsTexts.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <MemberRow key={member.userId} member={member} own={member === own} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
      <p className={classes.footnote}>
        {membersNotSharing > 0 && (
          <>
            <FigureButton
              of={{ figure: "members_not_sharing" }}
              title="Members who keep their figures private"
              value={membersNotSharing.toLocaleString("en-US")}
              onOpen={onOpen}
              className={classes.sum}
            />{" "}
            {membersNotSharing === 1 ? "member keeps" : "members keep"} their figures private.{" "}
          </>
        )}
        {own?.shared ? "Your team sees your row. " : "Only you see your row. "}
        <Link href="/settings/privacy">Change this in Settings</Link>
      </p>
    </SectionCard>
  );
}

interface MemberRowProps {
  member: MemberFigures;
  own: boolean;
  onOpen: (figure: OpenedFigure) => void;
}

function MemberRow({ member, own, onOpen }: MemberRowProps) {
  const {
    userId,
    firstName,
    lastName,
    profileImageUrl,
    completed,
    withContext,
    responseMinutes,
    focusMinutes,
  } = member;
  const name = `${firstName} ${lastName}`.trim();
  const [, ...labels] = analyticsTexts.columns;
  const figures = [
    { figure: "member_completed", value: completed.toLocaleString("en-US") },
    { figure: "member_response", value: minutesOf(responseMinutes) },
    { figure: "member_context_retention", value: shareOf(withContext, completed) },
    { figure: "member_focus_time", value: `${hoursOf(focusMinutes)} hrs` },
  ] as const;
  return (
    <tr>
      <th scope="row">
        <span className={classes.member}>
          <Avatar name={name} url={profileImageUrl} />
          <span dir="auto">
            {name}
            {own && <span className={classes.you}> (you)</span>}
          </span>
        </span>
      </th>
      {figures.map(({ figure, value }, n) => (
        <td key={figure} data-label={labels[n]}>
          <FigureButton
            of={{ figure, userId }}
            title={`${name}, ${labels[n]}`}
            value={value}
            onOpen={onOpen}
          />
        </td>
      ))}
    </tr>
  );
}
