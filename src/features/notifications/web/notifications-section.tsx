import { Skeleton, Switch } from "@mantine/core";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { SectionCard } from "../../../web/ui/section-card";
import { type NotificationChoice, notificationTypes } from "../contract";
import { typeNames } from "../notification-names";
import { useChooseNotifications, useNotificationChoice } from "./notification-queries";
import classes from "./notifications.module.css";
import { notificationTexts } from "./texts";

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
  const { off, quiet } = choice;
  return (
    <div className={classes.choice}>
      <fieldset className={classes.group}>
        <legend className={classes.legend}>{notificationTexts.what}</legend>
        <p className={classes.hint}>{notificationTexts.whatHint}</p>
        {notificationTypes.map((type) => (
          <Switch
            key={type}
            label={typeNames[type]}
            checked={!off.includes(type)}
            onChange={({ currentTarget: { checked } }) =>
              choose({ ...choice, off: checked ? off.filter((one) => one !== type) : [...off, type] })
            }
          />
        ))}
      </fieldset>
      <fieldset className={classes.group}>
        <legend className={classes.legend}>{notificationTexts.quiet}</legend>
        <Switch
          label={notificationTexts.quiet}
          description={notificationTexts.quietHint}
          checked={quiet !== null}
          onChange={({ currentTarget: { checked } }) =>
            choose({ ...choice, quiet: checked ? { from: "22:00", to: "07:00" } : null })
          }
        />
        {quiet && (
          <div className={classes.hours}>
            {(["from", "to"] as const).map((end) => (
              <label key={end} className={classes.hour}>
                {notificationTexts[end]}
                <input
                  type="time"
                  className={classes.clock}
                  value={quiet[end]}
                  onChange={({ currentTarget: { value } }) =>
                    value && choose({ ...choice, quiet: { ...quiet, [end]: value } })
                  }
                />
              </label>
            ))}
          </div>
        )}
      </fieldset>
    </div>
  );
}
