import { Select } from "@mantine/core";
import { ownTimeZone } from "../../../shared/time-zone";
import { Avatar } from "../../../web/ui/avatar";
import { SectionCard } from "../../../web/ui/section-card";
import type { User } from "../contract";
import { personName } from "./person-name";
import classes from "./profile-section.module.css";
import { profileTexts } from "./texts";
import { useSetTimeZone } from "./time-zone";

/** The person's picture, name and address, and the time zone in which their deadlines end. */
export function ProfileSection({ user }: { user: User }) {
  const change = useSetTimeZone();
  const chosen = change.isPending ? change.variables : (user.timeZone ?? "UTC");
  return (
    <SectionCard title="Profile">
      <div className={classes.person}>
        <Avatar large name={personName(user)} url={user.profileImageUrl} />
        <p className={classes.words}>
          <span className={classes.name}>{personName(user)}</span>
          <span className={classes.email}>{user.email}</span>
          <span className={classes.note}>{profileTexts.fromSignIn}</span>
        </p>
      </div>
      <Select
        className={classes.field}
        label={profileTexts.timeZone}
        description={profileTexts.timeZoneHelp}
        data={timeZones(chosen)}
        value={chosen}
        onChange={(zone) => zone && zone !== chosen && change.mutate(zone)}
        searchable
        allowDeselect={false}
        limit={100}
        nothingFoundMessage="No time zone with this name"
        maxDropdownHeight={280}
      />
    </SectionCard>
  );
}

/** Every zone the browser knows, with underscores, as the server expects the names. */
function timeZones(chosen: string): { value: string; label: string }[] {
  const names = new Set(["UTC", ...Intl.supportedValuesOf("timeZone"), chosen]);
  const own = ownTimeZone();
  if (own) names.add(own);
  return [...names].map((value) => ({ value, label: value.replaceAll("_", " ") }));
}
