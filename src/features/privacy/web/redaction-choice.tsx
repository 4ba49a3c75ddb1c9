import { Skeleton, Switch } from "@mantine/core";
import { QueryView } from "../../../web/ui/feedback/query-view";
import setting from "../../../web/ui/styles/setting-switch.module.css";
import type { Team } from "../../teams/contract";
import { may, rolesFor } from "../../teams/rights";
import type { PrivacyChoice } from "../contract";
import classes from "./privacy.module.css";
import { useChangePrivacy, usePrivacyChoice } from "./privacy-queries";
import { privacyTexts } from "./texts";

/** The team's two switches, and what is always replaced. */
export function RedactionChoice({ team }: { team: Team }) {
  const choice = usePrivacyChoice(team.id);
  return (
    <>
      <h3 className={classes.subtitle}>Before text is sent</h3>
      <p className={classes.text}>
        Keys, passwords, PINs and other codes, card numbers, bank accounts (IBAN) and social security numbers
        are always replaced if their form or the words before them give them away:
      </p>
      <Example from="pay with 4111 1111 1111 1111" to="pay with [card number]" />
      <QueryView
        query={choice}
        failure={privacyTexts.failedToFetchChoice}
        skeleton={<Skeleton height={120} radius="sm" aria-hidden />}
      >
        {(loaded) => <Switches team={team} choice={loaded} />}
      </QueryView>
    </>
  );
}

function Switches({ team, choice }: { team: Team; choice: PrivacyChoice }) {
  const change = useChangePrivacy(team.id);
  const disabled = !may(team.role, "changePrivacy");
  return (
    <>
      <Switch
        className={`${classes.switch} ${setting.switch}`}
        label="Replace names"
        description="The sender, the recipients and this team's members. Other names stay. The service may then find it harder to tell who is asked to do what."
        checked={choice.redactNames}
        disabled={disabled}
        onChange={({ currentTarget }) => change.mutate({ redactNames: currentTarget.checked })}
      />
      <Example indented from="Jonas Weber sends the quote" to="[person 1] sends the quote" />
      <Switch
        className={`${classes.switch} ${setting.switch}`}
        label="Replace addresses"
        description="Email addresses and phone numbers. An address often contains a name, too."
        checked={choice.redactAddresses}
        disabled={disabled}
        onChange={({ currentTarget }) => change.mutate({ redactAddresses: currentTarget.checked })}
      />
      <Example indented from="jonas@example.org, 212-555-0142" to="[email 1], [phone 1]" />
      {disabled && (
        <p className={classes.note}>Only the {rolesFor("changePrivacy")} of this team can change this.</p>
      )}
    </>
  );
}

function Example({ from, to, indented = false }: { from: string; to: string; indented?: boolean }) {
  return (
    <p className={classes.example} data-indented={indented || undefined}>
      <q>{from}</q> <span>is sent as</span> <q>{to}</q>
    </p>
  );
}
