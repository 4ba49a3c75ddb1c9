import { Button, Skeleton } from "@mantine/core";
import { useRef } from "react";
import { texts } from "../../../shared/texts";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { messageAge, useNow } from "../../../web/ui/relative-time";
import { SectionCard } from "../../../web/ui/section-card";
import { useMembers } from "../../teams/web/team-queries";
import type { Lesson } from "../contract";
import { useLessons, useRemoveLesson } from "./correction-queries";
import { aboutWords, changed, verdictWords } from "./correction-words";
import classes from "./corrections-section.module.css";

/** What the team has taught the engine by correcting it, each lesson with its effect, and how to take it away. */
export function LessonsSection({ teamId }: { teamId: string }) {
  const lessons = useLessons(teamId);
  const heading = useRef<HTMLHeadingElement>(null);
  const total = lessons.data?.pages[0]?.total;
  return (
    <SectionCard
      title={texts.lessons.title}
      headingRef={heading}
      aside={total ? total.toLocaleString("en-US") : undefined}
    >
      <p className={classes.text}>{texts.lessons.explained}</p>
      <QueryView
        query={{ ...lessons, data: lessons.data?.pages.flatMap((page) => page.lessons) }}
        failure={texts.lessons.failedToFetch}
        skeleton={<Skeleton height={104} radius="sm" />}
      >
        {(all) =>
          all.length === 0 ? (
            <p className={classes.empty}>{texts.lessons.none}</p>
          ) : (
            <LessonList teamId={teamId} lessons={all} onGone={() => heading.current?.focus()} />
          )
        }
      </QueryView>
      {lessons.hasNextPage && (
        <Button
          variant="default"
          className={classes.more}
          loading={lessons.isFetchingNextPage}
          onClick={() => lessons.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </SectionCard>
  );
}

const raised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

interface LessonListProps {
  teamId: string;
  lessons: Lesson[];
  /** The focused lesson is being taken away. */
  onGone: () => void;
}

function LessonList({ teamId, lessons, onGone }: LessonListProps) {
  const now = useNow(60_000);
  const { data: members } = useMembers(teamId);
  const remove = useRemoveLesson(teamId);
  const nameOf = (userId: string | null) => members?.find(({ user }) => user.id === userId)?.user.firstName;
  return (
    <ul className={classes.rows} aria-label={texts.lessons.title}>
      {lessons.map((lesson) => (
        <li key={lesson.id}>
          <span className={classes.words}>
            <span className={classes.rule} dir="auto">
              <strong>{raised(verdictWords(lesson, lesson.to))}</strong>: {aboutWords(lesson)}
            </span>
            <span className={classes.meta}>
              {[
                `instead of ${verdictWords(lesson, lesson.from)}`,
                lesson.answer === "declined" ? "teaches nothing" : changed(lesson.changed),
                nameOf(lesson.userId),
                messageAge(lesson.createdAt, now).toLowerCase(),
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </span>
          <Button
            variant="subtle"
            color="gray"
            className={classes.action}
            aria-label={`Remove ${verdictWords(lesson, lesson.to)}: ${aboutWords(lesson)}`}
            disabled={remove.isPending}
            onClick={() => {
              onGone();
              remove.mutate(lesson);
            }}
          >
            Remove
          </Button>
        </li>
      ))}
    </ul>
  );
}
