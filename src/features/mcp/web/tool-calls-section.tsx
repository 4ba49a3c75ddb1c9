import { Button, Skeleton } from "@mantine/core";
import { type InfiniteData, useInfiniteQuery } from "@tanstack/react-query";
import { call } from "../../../web/api";
import { announce } from "../../../web/ui/feedback/announce";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { SectionCard } from "../../../web/ui/section-card";
import { listToolCalls, type ToolCall, toolCallsPerPage } from "../contract";
import { outcomeWords, toolCallTexts, toolWords } from "./texts";
import classes from "./tool-calls.module.css";

const when = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "medium" });

/** What the person's assistants called in the team, newest first. */
function useToolCalls(teamId: string) {
  return useInfiniteQuery({
    queryKey: ["team", teamId, "tool-calls"],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: toolCallsPerPage, ...(pageParam && { before: pageParam }) };
      return call(listToolCalls, { params: { teamId }, query, signal });
    },
    initialPageParam: "",
    getNextPageParam: (last: ToolCall[]) => last[toolCallsPerPage - 1]?.id,
    select: ({ pages }: InfiniteData<ToolCall[]>) => pages.flat(),
    refetchOnMount: "always",
  });
}

/** The record of what assistants called with the person's tokens. */
export function ToolCallsSection({ teamId }: { teamId: string }) {
  const calls = useToolCalls(teamId);
  const more = async () => {
    const { data } = await calls.fetchNextPage();
    announce(`${data?.length.toLocaleString("en-US")} calls are shown.`);
  };
  return (
    <SectionCard title={toolCallTexts.title}>
      <p className={classes.text}>{toolCallTexts.about}</p>
      <p className={classes.text}>
        {toolCallTexts.connect} <code className={classes.address}>{`${window.location.origin}/api/mcp`}</code>
      </p>
      <QueryView
        query={calls}
        failure={toolCallTexts.failedToFetch}
        skeleton={<Skeleton height={44} radius="sm" aria-hidden />}
      >
        {(all) =>
          all.length === 0 ? (
            <p className={classes.text}>{toolCallTexts.none}</p>
          ) : (
            <ul className={classes.rows} aria-label={toolCallTexts.title}>
              {all.map(({ id, tool, tokenName, at, outcome }) => (
                <li key={id}>
                  <span className={classes.words}>
                    <span className={classes.strong}>{toolWords[tool]}</span>
                    <span className={classes.meta}>
                      <time dateTime={at}>{when.format(new Date(at))}</time> with{" "}
                      <span dir="auto">{tokenName}</span>
                    </span>
                  </span>
                  {outcomeWords[outcome] && <span className={classes.meta}>{outcomeWords[outcome]}</span>}
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
      {calls.hasNextPage && (
        <Button variant="default" loading={calls.isFetchingNextPage} onClick={() => void more()}>
          Show more calls
        </Button>
      )}
    </SectionCard>
  );
}
