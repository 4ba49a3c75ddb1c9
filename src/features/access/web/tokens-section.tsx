import { Button, Skeleton } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { minute } from "../../../shared/durations";
import { areaNames } from "../../../shared/token-areas";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { lazyDialog } from "../../../web/ui/lazy-part";
import { Question } from "../../../web/ui/question";
import { messageAge, useNow } from "../../../web/ui/relative-time";
import { SectionCard } from "../../../web/ui/section-card";
import type { AccessToken } from "../contract";
import classes from "./access.module.css";
import { useAccessTokens, useRevokeToken } from "./access-queries";
import { accessTexts } from "./texts";

const NewTokenDialog = lazyDialog(() => import("./new-token-dialog"), "NewTokenDialog");
const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });

/** The person's access tokens in the team: create, see the last use, revoke. */
export function TokensSection({ teamId }: { teamId: string }) {
  const tokens = useAccessTokens(teamId);
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<AccessToken>();
  const revoke = useRevokeToken(teamId);
  return (
    <SectionCard title={accessTexts.title}>
      <p className={classes.text}>
        {accessTexts.about}{" "}
        <a href="/api/docs" target="_blank" rel="noreferrer">
          Calls of the API
        </a>
      </p>
      <QueryView
        query={tokens}
        failure={accessTexts.failedToFetch}
        skeleton={<Skeleton height={44} radius="sm" aria-hidden />}
      >
        {(all) =>
          all.length === 0 ? (
            <p className={classes.none}>{accessTexts.none}</p>
          ) : (
            <ul className={classes.rows} aria-label={accessTexts.title}>
              {all.map((token) => (
                <TokenRow key={token.id} token={token} onRevoke={() => setRevoking(token)} />
              ))}
            </ul>
          )
        }
      </QueryView>
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => setCreating(true)}
      >
        New token
      </Button>
      {creating && <NewTokenDialog teamId={teamId} onClose={() => setCreating(false)} />}
      {revoking && (
        <Question
          title={`Revoke “${revoking.name}”?`}
          onClose={() => setRevoking(undefined)}
          confirm={{
            label: "Revoke",
            danger: true,
            busy: revoke.isPending,
            run: () => revoke.mutate(revoking, { onSettled: () => setRevoking(undefined) }),
          }}
        >
          <p>Programs that use it are refused from then on.</p>
        </Question>
      )}
    </SectionCard>
  );
}

function TokenRow({ token, onRevoke }: { token: AccessToken; onRevoke: () => void }) {
  const { name, ending, areas, readOnly, lastUsedAt, expiresAt } = token;
  const now = useNow(minute);
  const expired = expiresAt !== null && Date.parse(expiresAt) <= now;
  return (
    <li>
      <span className={classes.words}>
        <span className={classes.name} dir="auto">
          {name} <span className={classes.ending}>…{ending}</span>
        </span>
        <span className={classes.meta}>
          {`${readOnly ? "Reads" : "Reads and changes"} ${areas.map((area) => areaNames[area]).join(", ")}`}
        </span>
        <span className={classes.meta}>
          {lastUsedAt ? `Last used ${messageAge(lastUsedAt, now).toLowerCase()}` : "Never used"}
          {", "}
          {expiresAt
            ? `${expired ? "expired" : "expires"} ${day.format(new Date(expiresAt))}`
            : "doesn't expire"}
        </span>
      </span>
      <Button
        variant="subtle"
        color="gray"
        className={classes.action ?? ""}
        aria-label={`Revoke ${name}`}
        onClick={onRevoke}
      >
        Revoke
      </Button>
    </li>
  );
}
