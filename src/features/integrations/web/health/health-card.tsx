import { Button, Skeleton } from "@mantine/core";
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconHelpCircle } from "@tabler/icons-react";
import { useState } from "react";
import { counted } from "../../../../shared/counted";
import { QueryView } from "../../../../web/ui/feedback/query-view";
import { messageAge, useNow } from "../../../../web/ui/relative-time";
import { SectionCard } from "../../../../web/ui/section-card";
import { ProviderIcon } from "../../../channels/web/provider-icon";
import type { HealthMetric, IntegrationProvider } from "../../contract";
import { ConnectDialog } from "../accounts/connect-dialog";
import { useHealth } from "../integration-queries";
import classes from "../integrations.module.css";
import { ShowAll } from "../show-all";
import { integrationTexts } from "../texts";
import health from "./health-card.module.css";
import { HealthRules } from "./health-rules";
import { QuarantineDialog } from "./quarantine-dialog";
import { timeSince, timeUntil } from "./time-since";

/** How a status looks. Unknown ones get a neutral icon (specification, section 4). */
const signs = new Map<string, { icon: typeof IconHelpCircle; word: string }>([
  ["error", { icon: IconAlertCircle, word: "Error" }],
  ["warning", { icon: IconAlertTriangle, word: "Warning" }],
  ["healthy", { icon: IconCircleCheck, word: "Healthy" }],
]);
const neutral = { icon: IconHelpCircle, word: "Unknown" };

/** Accounts shown before "Show all". Those with problems come first. */
const shownFirst = 6;
const urgency = ["error", "warning", "healthy"];

function byUrgency(a: HealthMetric, b: HealthMetric): number {
  // Unknown statuses come before healthy ones.
  const location = ({ healthStatus }: HealthMetric) =>
    urgency.includes(healthStatus) ? urgency.indexOf(healthStatus) : 1.5;
  return location(a) - location(b);
}

interface HealthCardProps {
  teamId: string;
  providers: IntegrationProvider[];
  mayManage: boolean;
}

/** Shows how each connected account is doing. */
export function HealthCard({ teamId, providers, mayManage }: HealthCardProps) {
  const query = useHealth(teamId);
  const now = useNow(1000);
  const [all, setAll] = useState(false);
  // The server's counter keeps growing until the next poll.
  const drift = query.dataUpdatedAt ? Math.max(0, Math.floor((now - query.dataUpdatedAt) / 1000)) : 0;
  return (
    <SectionCard title="Integration health" note={query.data?.length ? summaryOf(query.data) : undefined}>
      <QueryView
        query={query}
        failure={integrationTexts.failedToFetchHealth}
        skeleton={<Skeleton height={72} radius="md" />}
      >
        {(metrics) => (
          <>
            {metrics.length > 0 && (
              <ul className={health.rows} aria-label="Connected accounts">
                {[...metrics]
                  .sort(byUrgency)
                  .slice(0, all ? undefined : shownFirst)
                  .map((metric) => (
                    <HealthRow
                      key={metric.accountId}
                      metric={metric}
                      provider={providers.find(({ id }) => id === metric.provider)}
                      teamId={teamId}
                      mayManage={mayManage}
                      now={now}
                      drift={drift}
                    />
                  ))}
              </ul>
            )}
            <ShowAll count={metrics.length} shownFirst={shownFirst} all={all} onChange={setAll} />
            {metrics.length === 0 && (
              <p className={classes.text}>
                No account is connected yet. Connected accounts show their status here.
              </p>
            )}
            {metrics.length > 0 && <HealthRules />}
          </>
        )}
      </QueryView>
    </SectionCard>
  );
}

function summaryOf(metrics: HealthMetric[]): string {
  const bad = metrics.filter(({ healthStatus }) => healthStatus !== "healthy").length;
  if (bad === 0)
    return metrics.length === 1 ? "1 account, working" : `${metrics.length} accounts, all working`;
  return `${bad} of ${counted(metrics.length, "needs", "need")} attention`;
}

interface HealthRowProps {
  metric: HealthMetric;
  provider: IntegrationProvider | undefined;
  teamId: string;
  mayManage: boolean;
  now: number;
  drift: number;
}

function HealthRow({ metric, provider, teamId, mayManage, now, drift }: HealthRowProps) {
  const [reconnecting, setReconnecting] = useState(false);
  const [showingQuarantine, setShowingQuarantine] = useState(false);
  const sign = signs.get(metric.healthStatus) ?? neutral;
  const account = provider?.accounts.find(({ id }) => id === metric.accountId);
  // Connecting stopped before there was an account.
  const neverConnected = metric.needsReconnect && !account && metric.lastSyncAt === null;
  return (
    <li className={health.row}>
      <span className={health.sign} data-status={metric.healthStatus}>
        <sign.icon size={20} stroke={1.75} aria-label={sign.word} role="img" />
      </span>
      <div className={`${classes.words} ${health.words}`}>
        <span className={`${classes.name} ${health.account}`}>
          <ProviderIcon provider={metric.provider} size={16} />
          <span dir="auto">{metric.accountName}</span>
        </span>
        <span>{metric.healthMessage}</span>
        {metric.actionableAdvice && <span className={health.advice}>{metric.actionableAdvice}</span>}
        {!neverConnected && <Facts metric={metric} now={now} drift={drift} />}
      </div>
      {metric.quarantined > 0 && mayManage && (
        <Button size="compact-md" variant="default" onClick={() => setShowingQuarantine(true)}>
          Show set aside
        </Button>
      )}
      {showingQuarantine && (
        <QuarantineDialog metric={metric} teamId={teamId} onClose={() => setShowingQuarantine(false)} />
      )}
      {metric.needsReconnect && mayManage && provider && (
        <Button size="compact-md" onClick={() => setReconnecting(true)}>
          {neverConnected ? "Connect again" : "Reconnect"}
        </Button>
      )}
      {reconnecting && provider && (
        <ConnectDialog
          provider={provider}
          teamId={teamId}
          again={account}
          onClose={() => setReconnecting(false)}
        />
      )}
    </li>
  );
}

function Facts({ metric, now, drift }: { metric: HealthMetric; now: number; drift: number }) {
  const since = metric.timeSinceLastSync === null ? null : metric.timeSinceLastSync + drift;
  const pushed = since === null && metric.nextSyncAt === null && metric.healthStatus !== "error";
  const facts = [
    `Last sync: ${timeSince(since)}${pushed ? ", messages are pushed" : ""}`,
    metric.nextSyncAt ? `Next: ${timeUntil(metric.nextSyncAt, now)}` : null,
    `Last message: ${metric.lastMessageAt ? messageAge(metric.lastMessageAt, now) : integrationTexts.never}`,
    `Today: ${metric.messagesToday.toLocaleString("en-US")}`,
    metric.fetchingHistory ? "Fetching the last 30 days" : null,
  ];
  return (
    <>
      <span className={classes.meta}>{facts.filter(Boolean).join(" · ")}</span>
      <LeftOut metric={metric} />
    </>
  );
}

/** What the provider sent besides messages. */
function LeftOut({ metric }: { metric: HealthMetric }) {
  const total = metric.ignored.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  return (
    <details className={health.rules}>
      <summary>Left out in 30 days: {total.toLocaleString("en-US")}</summary>
      <ul className={classes.meta}>
        {metric.ignored.map(({ reason, count }) => (
          <li key={reason}>
            {reason}: {count.toLocaleString("en-US")}
          </li>
        ))}
      </ul>
    </details>
  );
}
