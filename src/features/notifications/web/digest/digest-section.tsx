import { NativeSelect, Skeleton, Switch } from "@mantine/core";
import { Link } from "wouter";
import { QueryView } from "../../../../web/ui/feedback/query-view";
import { messageAge, useNow } from "../../../../web/ui/relative-time";
import { SectionCard } from "../../../../web/ui/section-card";
import type { DigestState } from "../../contract";
import classes from "./digest.module.css";
import { useChooseDigest, useDigest } from "./digest-queries";
import { digestTexts } from "./digest-texts";

/** The hours of a day as the reader writes them: "8:00 AM". */
const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: new Date(2026, 0, 1, hour).toLocaleTimeString("en-US", { hour: "numeric", minute: "2-digit" }),
}));

/** Whether and when the person gets a mail about their day. */
export function DigestSection() {
  const query = useDigest();
  return (
    <SectionCard title={digestTexts.title}>
      <p className={classes.text}>{digestTexts.about}</p>
      <QueryView
        query={query}
        failure={digestTexts.failed}
        skeleton={<Skeleton height={60} radius="sm" aria-hidden />}
      >
        {(state) =>
          state.available ? <Choice state={state} /> : <p className={classes.text}>{digestTexts.noMail}</p>
        }
      </QueryView>
    </SectionCard>
  );
}

function Choice({ state }: { state: DigestState }) {
  const { mutate: choose } = useChooseDigest();
  const now = useNow(60_000);
  const { on, hour, timeZone, doneToday, lastSentAt, problem } = state;
  return (
    <>
      <Switch
        label={digestTexts.on}
        checked={on}
        onChange={({ currentTarget: { checked } }) => choose({ on: checked, hour })}
      />
      {on && (
        <>
          <NativeSelect
            className={classes.hour ?? ""}
            label={digestTexts.hour}
            description={
              <>
                {timeZone.replaceAll("_", " ")} ·{" "}
                <Link href="/settings/profile">{digestTexts.changeZone}</Link>
              </>
            }
            data={hours}
            value={String(hour)}
            onChange={({ currentTarget: { value } }) => choose({ on, hour: Number(value) })}
          />
          {problem ? (
            <p className={classes.problem}>{problem}</p>
          ) : (
            <p className={classes.text}>
              {lastSentAt
                ? digestTexts.lastSent(messageAge(lastSentAt, now).toLowerCase())
                : digestTexts.neverSent}{" "}
              {doneToday && digestTexts.next(hours[hour]?.label ?? "")}
            </p>
          )}
        </>
      )}
    </>
  );
}
