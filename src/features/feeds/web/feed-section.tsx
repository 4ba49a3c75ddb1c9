import { Button, Skeleton } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { hour, minute } from "../../../shared/durations";
import { call } from "../../../web/api";
import { Dialog } from "../../../web/ui/dialog";
import { showFailure } from "../../../web/ui/feedback/failure-toast";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { showToast } from "../../../web/ui/feedback/toast";
import { Question } from "../../../web/ui/question";
import { messageAge, useNow } from "../../../web/ui/relative-time";
import { SectionCard } from "../../../web/ui/section-card";
import { ShownOnce } from "../../../web/ui/shown-once";
import { type CalendarFeed, createFeed, deleteFeed, getFeed } from "../contract";
import classes from "./feed-section.module.css";
import { feedTexts } from "./texts";

const feedKey = (teamId: string) => ["team", teamId, "calendar-feed"];

/** The person's secret calendar link in the team: create, replace, revoke. */
export function FeedSection({ teamId }: { teamId: string }) {
  const query = useQuery({
    queryKey: feedKey(teamId),
    queryFn: ({ signal }) => call(getFeed, { params: { teamId }, signal }),
  });
  const { create, revoke } = useFeedChanges(teamId);
  const [asking, setAsking] = useState<"renew" | "revoke">();
  const close = () => setAsking(undefined);
  return (
    <SectionCard title={feedTexts.title}>
      <p className={classes.text}>{feedTexts.about}</p>
      <QueryView
        query={query}
        failure={feedTexts.failedToFetch}
        skeleton={<Skeleton height={44} radius="sm" aria-hidden />}
      >
        {({ feed }) => (
          <>
            <FeedState feed={feed} />
            <div className={classes.buttons}>
              <Button
                variant="default"
                loading={create.isPending}
                onClick={() => (feed ? setAsking("renew") : create.mutate())}
              >
                {feed ? feedTexts.renew : feedTexts.create}
              </Button>
              {feed && (
                <Button variant="subtle" color="gray" onClick={() => setAsking("revoke")}>
                  {feedTexts.revoke}
                </Button>
              )}
            </div>
          </>
        )}
      </QueryView>
      {asking && (
        <Question
          title={asking === "renew" ? feedTexts.renewTitle : feedTexts.revokeTitle}
          onClose={close}
          confirm={{
            label: asking === "renew" ? feedTexts.renew : feedTexts.revoke,
            danger: true,
            busy: create.isPending || revoke.isPending,
            run: () => (asking === "renew" ? create : revoke).mutate(undefined, { onSettled: close }),
          }}
        >
          <p>{feedTexts.renewAbout}</p>
        </Question>
      )}
      {create.data && !asking && (
        <Dialog opened onClose={create.reset} title={feedTexts.shownTitle}>
          <ShownOnce
            what="link"
            label={feedTexts.shownLabel}
            description={feedTexts.shownOnce}
            value={window.location.origin + create.data.path}
            onClose={create.reset}
          />
        </Dialog>
      )}
    </SectionCard>
  );
}

function FeedState({ feed }: { feed: CalendarFeed | null }) {
  const now = useNow(minute);
  if (!feed) return <p className={classes.text}>{feedTexts.none}</p>;
  // Reads are remembered to the hour.
  const age =
    feed.lastReadAt && now - Date.parse(feed.lastReadAt) < hour ? "within the last hour" : undefined;
  return (
    <p className={classes.text}>
      {feedTexts.has}{" "}
      {feed.lastReadAt
        ? feedTexts.read(age ?? messageAge(feed.lastReadAt, now).toLowerCase())
        : feedTexts.never}
    </p>
  );
}

function useFeedChanges(teamId: string) {
  const queryClient = useQueryClient();
  const reload = () => void queryClient.invalidateQueries({ queryKey: feedKey(teamId) });
  const create = useMutation({
    mutationFn: () => call(createFeed, { params: { teamId } }),
    onError: (error) => showFailure(feedTexts.failedToCreate, error),
    onSettled: reload,
  });
  const revoke = useMutation({
    mutationFn: () => call(deleteFeed, { params: { teamId } }),
    onSuccess: () => showToast({ title: feedTexts.revoked, tone: "success" }),
    onError: (error) => showFailure(feedTexts.failedToRevoke, error),
    onSettled: reload,
  });
  return { create, revoke };
}
