import { Button, Skeleton } from "@mantine/core";
import { useState } from "react";
import { minute } from "../../../shared/durations";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { Question } from "../../../web/ui/question";
import { messageAge, useNow } from "../../../web/ui/relative-time";
import { SectionCard } from "../../../web/ui/section-card";
import type { Session } from "../contract";
import { useEndAllSessions, useEndSession, useSessions } from "./session-queries";
import classes from "./sessions-section.module.css";
import { signOut } from "./sign-in";
import { sessionTexts } from "./texts";

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });

/** The person's sessions, and how to end them. */
export function SessionsSection() {
  const sessions = useSessions();
  const [asking, setAsking] = useState(false);
  return (
    <SectionCard title="Sessions">
      <p className={classes.text}>You're signed in on:</p>
      <QueryView
        query={sessions}
        failure={sessionTexts.failedToFetch}
        skeleton={<Skeleton height={44} radius="sm" />}
      >
        {(all) => <SessionList sessions={all} />}
      </QueryView>
      <Button variant="default" className={classes.everywhere} onClick={() => setAsking(true)}>
        {sessionTexts.endAll}
      </Button>
      {asking && <EndAllQuestion onClose={() => setAsking(false)} />}
    </SectionCard>
  );
}

function SessionList({ sessions }: { sessions: Session[] }) {
  const now = useNow(minute);
  const end = useEndSession();
  return (
    <ul className={classes.rows} aria-label="Sessions">
      {sessions.map((session) => (
        <li key={session.id}>
          <span className={classes.words}>
            <span className={classes.device}>{session.device}</span>
            <span className={classes.meta}>
              {`Signed in ${day.format(new Date(session.createdAt))}, last used ${messageAge(session.lastSeenAt, now).toLowerCase()}`}
            </span>
          </span>
          {session.current && <span className={classes.mark}>This device</span>}
          <Button
            variant="subtle"
            color="gray"
            className={classes.rowAction}
            aria-label={session.current ? "Sign out here" : `Sign out ${session.device}`}
            onClick={() => (session.current ? void signOut() : end.mutate(session))}
          >
            Sign out
          </Button>
        </li>
      ))}
    </ul>
  );
}

function EndAllQuestion({ onClose }: { onClose: () => void }) {
  const endAll = useEndAllSessions();
  return (
    <Question
      title={`${sessionTexts.endAll}?`}
      onClose={onClose}
      confirm={{
        label: sessionTexts.endAll,
        danger: true,
        busy: endAll.isPending || endAll.isSuccess,
        run: () => endAll.mutate(),
      }}
    >
      <p>This signs you out in all browsers, including this one.</p>
    </Question>
  );
}
