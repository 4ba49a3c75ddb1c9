import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { reasonOf } from "../../failure";
import { Late } from "./late";
import classes from "./query-view.module.css";
import { useServerAway } from "./use-server-away";

/** The part of a TanStack query result that is shown; fits `useQuery` and `useInfiniteQuery`. */
export interface ViewedQuery<T> {
  data: T | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

interface QueryViewProps<T> {
  query: ViewedQuery<T>;
  /** The name of a failure, such as "Couldn't load the facts". */
  failure: string;
  /** Mirrors the final layout; appears after 150 ms so that a fast response doesn't flash. */
  skeleton?: ReactNode;
  children: (data: T) => ReactNode;
}

/**
 * Loading, failure with Try again, and data. If a later load fails, the data stays with a note above it. While
 * the server is away, a banner says so, and only what isn't there says why.
 */
export function QueryView<T>({ query, failure, skeleton, children }: QueryViewProps<T>) {
  // The banner says why and tries again; each list would only repeat it.
  const away = useServerAway() && query.error instanceof TypeError;
  if (query.data !== undefined)
    return (
      <>
        {query.error && !away && <Failure compact query={query} failure={failure} />}
        {children(query.data)}
      </>
    );
  if (query.error && !away) return <Failure query={query} failure={failure} />;
  // Nothing is coming, so nothing may look as if it were.
  if (query.error && !query.isFetching) return <Away reason={reasonOf(query.error)} />;
  return <Late>{skeleton}</Late>;
}

/** What isn't here while the server is away; it is loaded once the server is back. */
const Away = ({ reason }: { reason: string }) => (
  <p className={classes.away} role="status">
    {reason}
  </p>
);

interface FailureProps {
  query: ViewedQuery<unknown>;
  failure: string;
  compact?: boolean;
}

function Failure({ query, failure, compact = false }: FailureProps) {
  return (
    <div className={compact ? classes.note : classes.failure} role="alert">
      <div>
        <p className={classes.title}>{failure}</p>
        {query.error && <p className={classes.reason}>{reasonOf(query.error)}</p>}
      </div>
      <Button
        variant="default"
        size={compact ? "compact-sm" : "sm"}
        leftSection={<IconRefresh size={16} aria-hidden />}
        loading={query.isFetching}
        onClick={() => query.refetch()}
      >
        Try again
      </Button>
    </div>
  );
}
