import { Skeleton } from "@mantine/core";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { SectionCard } from "../../../web/ui/section-card";
import type { Consent, ConsentSubject } from "../../teams/contract";
import classes from "./privacy.module.css";
import { useConsents } from "./privacy-queries";
import { privacyTexts } from "./texts";

/** What each consent is about, and where it is taken back. */
const subjects: Record<ConsentSubject, { about: string; where: string | null }> = {
  terms: { about: "Terms of Service and Privacy Policy", where: null },
  figures: { about: "The team sees your figures", where: "the switch under Your figures" },
  digest: { about: "A mail about your day", where: "Settings → Notifications" },
  unredacted_names: {
    about: "This team's names are sent to outside services unchanged",
    where: "the switch Replace names",
  },
  unredacted_addresses: {
    about: "This team's addresses are sent to outside services unchanged",
    where: "the switch Replace addresses",
  },
};

/** What the person has agreed to, here and in this team, and when; of each subject what applies now. */
export function ConsentsSection({ teamId }: { teamId: string }) {
  const consents = useConsents(teamId);
  return (
    <SectionCard title={privacyTexts.consents}>
      <p className={classes.text}>{privacyTexts.consentsAbout}</p>
      <QueryView
        query={consents}
        failure={privacyTexts.failedToFetchConsents}
        skeleton={<Skeleton height={54} mt={8} radius="sm" aria-hidden />}
      >
        {(all) => <Consents all={newestOf(all, teamId)} />}
      </QueryView>
    </SectionCard>
  );
}

/** Of each subject the newest record that isn't another team's. */
export function newestOf(all: Consent[], teamId: string): Consent[] {
  const newest = new Map<ConsentSubject, Consent>();
  for (const consent of all)
    if ((consent.teamId === null || consent.teamId === teamId) && !newest.has(consent.subject))
      newest.set(consent.subject, consent);
  return [...newest.values()];
}

const when = new Intl.DateTimeFormat("en-US", { dateStyle: "long" });
const onDay = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

function Consents({ all }: { all: Consent[] }) {
  if (all.length === 0) return <p className={classes.note}>{privacyTexts.noConsents}</p>;
  return (
    <ul className={classes.services} aria-label={privacyTexts.consents}>
      {all.map(({ id, subject, given, version, at }) => {
        const { about, where } = subjects[subject];
        return (
          <li key={id}>
            <p className={classes.strong}>{about}</p>
            <p className={classes.meta}>
              {given ? "Agreed" : "Taken back"} on <time dateTime={at}>{when.format(new Date(at))}</time>
              {version && `, version of ${onDay.format(new Date(version))}`}
              {given && where && `. Take it back with ${where}.`}
            </p>
          </li>
        );
      })}
    </ul>
  );
}
