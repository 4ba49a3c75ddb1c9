import { Skeleton, Switch } from "@mantine/core";
import { useState } from "react";
import { Link } from "wouter";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { SectionCard } from "../../../web/ui/section-card";
import { useUser } from "../../auth/web/auth-queries";
import { hasBilling } from "../../billing/web/billing-settings";
import { type NotificationChoice, notificationTypes } from "../contract";
import { typeNames } from "../notification-names";
import { choiceTexts } from "./choice-texts";
import { useChooseNotifications } from "./choose-notifications";
import { useNotificationChoice } from "./notification-queries";
import classes from "./notifications.module.css";
import { notificationTexts } from "./texts";

/** Without plans, there are no limits to tell of. */
const offered = notificationTypes.filter((type) => hasBilling || type !== "limit_near");

/** What the bell tells the person, and their quiet hours. */
export function NotificationsSection() {
  const query = useNotificationChoice();
  return (
    <SectionCard title={notificationTexts.section}>
      <QueryView
        query={query}
        failure={notificationTexts.failed}
        skeleton={<Skeleton height={200} radius={8} />}
      >
        {(choice) => <Choice choice={choice} />}
      </QueryView>
    </SectionCard>
  );
}

function Choice({ choice }: { choice: NotificationChoice }) {
  const { mutate: choose } = useChooseNotifications();
  const { data: user } = useUser();
  const { off, quiet } = choice;
  return (
    <div className={classes.choice}>
      <fieldset className={classes.group}>
        <legend className={classes.legend}>{choiceTexts.what}</legend>
        <p className={classes.hint}>{choiceTexts.whatHint}</p>
        {offered.map((type) => (
          <Switch
            key={type}
            label={typeNames[type]}
            checked={!off.includes(type)}
            onChange={({ currentTarget: { checked } }) => choose({ switched: { [type]: checked } })}
          />
        ))}
      </fieldset>
      <fieldset className={classes.group}>
        <legend className={classes.legend}>{choiceTexts.quiet}</legend>
        <Switch
          label={choiceTexts.quiet}
          description={choiceTexts.quietHint}
          checked={quiet !== null}
          onChange={({ currentTarget: { checked } }) =>
            choose({ quiet: checked ? { from: "22:00", to: "07:00" } : null })
          }
        />
        {quiet && (
          <div className={classes.hours}>
            {(["from", "to"] as const).map((end) => (
              <Clock
                key={end}
                label={choiceTexts[end]}
                time={quiet[end]}
                onSave={(time) => choose({ moved: { [end]: time } })}
              />
            ))}
          </div>
        )}
        {quiet && user?.timeZone && (
          <p className={classes.zone}>
            {user.timeZone.replaceAll("_", " ")} ·{" "}
            <Link href="/settings/profile">{choiceTexts.changeZone}</Link>
          </p>
        )}
      </fieldset>
    </div>
  );
}

interface ClockProps {
  label: string;
  time: string;
  onSave: (time: string) => void;
}

/** Saves when it is left, or with Enter, because a half-typed time is a time too. */
function Clock({ label, time, onSave }: ClockProps) {
  const [typed, setTyped] = useState<string>();
  const save = () => {
    if (typed && typed !== time) onSave(typed);
    setTyped(undefined);
  };
  return (
    <label className={classes.hour}>
      {label}
      <input
        type="time"
        className={classes.clock}
        value={typed ?? time}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={save}
        onKeyDown={({ key }) => key === "Enter" && save()}
      />
    </label>
  );
}
