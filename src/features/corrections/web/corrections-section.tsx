import { Button, Skeleton } from "@mantine/core";
import { useEffect, useRef } from "react";
import { minute } from "../../../shared/durations";
import { capitalize } from "../../../shared/wording";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { messageAge, useNow } from "../../../web/ui/relative-time";
import { SectionCard } from "../../../web/ui/section-card";
import { useMembers } from "../../teams/web/team-queries";
import type { Correction } from "../contract";
import { useCorrections, useRemoveCorrection } from "./correction-queries";
import { aboutWords, changed, valueWords } from "./correction-words";
import classes from "./corrections-section.module.css";
import { correctionTexts } from "./texts";

interface CorrectionsSectionProps {
  teamId: string;
  /** Shows only corrections that contain these words, which loads all corrections. */
  words?: string;
}

/** The team's corrections, each with its effect and a button to remove it. */
export function CorrectionsSection({ teamId, words = "" }: CorrectionsSectionProps) {
  const corrections = useCorrections(teamId);
  const { hasNextPage, isFetching, isError, fetchNextPage } = corrections;
  const looking = words !== "" && hasNextPage && !isError;
  useEffect(() => {
    if (looking && !isFetching) void fetchNextPage();
  }, [looking, isFetching, fetchNextPage]);
  const heading = useRef<HTMLHeadingElement>(null);
  const total = corrections.data?.pages[0]?.total;
  return (
    <SectionCard
      title={correctionTexts.title}
      headingRef={heading}
      note={total && !words ? total.toLocaleString("en-US") : undefined}
    >
      <p className={classes.text}>{correctionTexts.explained}</p>
      <QueryView
        query={{
          ...corrections,
          data: corrections.data?.pages
            .flatMap((page) => page.corrections)
            .filter((one) => mentions(one, words.toLowerCase())),
        }}
        failure={correctionTexts.failedToFetch}
        skeleton={<Skeleton height={104} radius="sm" />}
      >
        {(all) =>
          all.length === 0 ? (
            <p className={classes.empty} dir="auto">
              {looking
                ? correctionTexts.looking
                : words
                  ? correctionTexts.noneWith(words)
                  : correctionTexts.none}
            </p>
          ) : (
            <CorrectionList teamId={teamId} corrections={all} onGone={() => heading.current?.focus()} />
          )
        }
      </QueryView>
      {hasNextPage && !looking && (
        <Button
          variant="default"
          className={classes.more}
          loading={corrections.isFetchingNextPage}
          onClick={() => fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </SectionCard>
  );
}

const mentions = (correction: Correction, words: string): boolean =>
  `${valueWords(correction, correction.to)}: ${aboutWords(correction)}`.toLowerCase().includes(words);

interface CorrectionListProps {
  teamId: string;
  corrections: Correction[];
  /** The focused correction is being removed. */
  onGone: () => void;
}

function CorrectionList({ teamId, corrections, onGone }: CorrectionListProps) {
  const now = useNow(minute);
  const { data: members } = useMembers(teamId);
  const remove = useRemoveCorrection(teamId);
  const nameOf = (userId: string | null) => members?.find(({ user }) => user.id === userId)?.user.firstName;
  return (
    <ul className={classes.rows} aria-label={correctionTexts.title}>
      {corrections.map((correction) => (
        <li key={correction.id}>
          <span className={classes.words}>
            <span className={classes.rule} dir="auto">
              <strong>{capitalize(valueWords(correction, correction.to))}</strong>: {aboutWords(correction)}
            </span>
            <span className={classes.meta}>
              {[
                `instead of ${valueWords(correction, correction.from)}`,
                correction.answer === "declined"
                  ? "applies to no other messages"
                  : changed(correction.changed),
                nameOf(correction.userId),
                messageAge(correction.createdAt, now).toLowerCase(),
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </span>
          <Button
            variant="subtle"
            color="gray"
            className={classes.action}
            aria-label={`Remove ${valueWords(correction, correction.to)}: ${aboutWords(correction)}`}
            disabled={remove.isPending}
            onClick={() => {
              onGone();
              remove.mutate(correction);
            }}
          >
            Remove
          </Button>
        </li>
      ))}
    </ul>
  );
}
