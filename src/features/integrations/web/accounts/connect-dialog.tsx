import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Link } from "wouter";
import { Dialog } from "../../../../web/ui/dialog";
import { showToast } from "../../../../web/ui/feedback/toast";
import { useReturnedFocus } from "../../../../web/ui/shortcuts/returned-focus";
import type { IntegrationAccount, IntegrationProvider } from "../../contract";
import { CheckRow } from "../check-row";
import { consentPath, useConnectDirectly } from "../integration-queries";
import classes from "../integrations.module.css";
import { LimitNotice, limitReached } from "../limit-notice";
import { setupPath } from "../setup/setup-path";
import { problemOf } from "../show-problem";
import { integrationTexts } from "../texts";
import { suggestionFor, withSuggestion } from "./connect-suggestions";
import { SecretInput } from "./secret-input";

interface ConnectDialogProps {
  provider: IntegrationProvider;
  teamId: string;
  /** The account to reconnect; undefined to add another one. */
  again?: IntegrationAccount | undefined;
  onClose: () => void;
}

/**
 * Connects an account. Explains what is collected and who sees it, then shows a form or leads to the
 * provider's page.
 */
export function ConnectDialog({ provider, teamId, again, onClose }: ConnectDialogProps) {
  useReturnedFocus();
  const ready = provider.missing.length === 0;
  return (
    <Dialog
      opened
      title={`${again ? "Reconnect" : "Connect"} ${provider.name}`}
      width={460}
      onClose={onClose}
    >
      {ready ? (
        <ConnectForm provider={provider} teamId={teamId} again={again} onClose={onClose} />
      ) : (
        <MissingSettings provider={provider} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** What an administrator has to do before anyone can connect. */
function MissingSettings({ provider, onClose }: Omit<ConnectDialogProps, "teamId">) {
  return (
    <>
      <p className={classes.text}>Your administrator must set up {provider.name} first.</p>
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button data-autofocus component={Link} href={setupPath(provider.id)} onClick={onClose}>
          How to set up
        </Button>
      </div>
    </>
  );
}

function ConnectForm({ provider, teamId, again, onClose }: ConnectDialogProps) {
  const connect = useConnectDirectly(teamId, provider, again);
  const [onlyMe, setOnlyMe] = useState(again?.onlyMe ?? false);
  const [values, setValues] = useState(() =>
    Object.fromEntries(provider.fields.map((field) => [field.name, startOf(field, again)])),
  );
  const suggestion = suggestionFor(provider.fields, values);
  const change = (name: string, value: string) => {
    connect.reset();
    setValues((all) => withSuggestion(provider.fields, all, { ...all, [name]: value }));
  };
  // What is known needs no typing.
  const firstToType = provider.fields.find(({ name }) => !again?.known[name]);
  const complete = provider.fields.every(({ name }) => String(values[name] ?? "").trim() !== "");

  function submit(event: FormEvent) {
    event.preventDefault();
    if (connect.isPending || !complete) return;
    if (!teamId)
      return showToast({
        title: integrationTexts.noTeam,
        description: integrationTexts.noTeamDetail,
        tone: "error",
      });
    // The provider's page replaces this one.
    if (provider.requiresOAuth) return window.location.assign(consentPath(provider, teamId, onlyMe));
    connect.mutate({ ...(onlyMe && { onlyMe }), ...values }, { onSuccess: onClose });
  }

  return (
    <form noValidate onSubmit={submit}>
      {again && (
        <p className={`${classes.text} ${classes.again}`}>
          This renews Zippy's access to <strong dir="auto">{again.accountName}</strong>.
          {provider.syncs && " Zippy then fetches the messages sent in the meantime."}
        </p>
      )}
      <p className={classes.text}>
        {provider.bringsHistory
          ? "Zippy fetches messages of the last 30 days in the background, and new ones as they arrive. It only reads them and never changes anything there."
          : "New messages appear as they are sent. Zippy only reads them and never changes anything there."}
      </p>
      {provider.fields.map((field) => (
        <ConnectFieldInput
          key={field.name}
          field={field}
          first={field === firstToType}
          value={String(values[field.name] ?? "")}
          note={(field.suggestions && suggestion?.note) ?? undefined}
          onChange={(value) => change(field.name, value)}
        />
      ))}
      <div className={classes.onlyMe}>
        <CheckRow
          label="Only me"
          note={
            onlyMe
              ? "Only you see the messages of this account. Your team sees tasks you make from them."
              : "Everyone in your team sees the messages of this account."
          }
          first={!firstToType}
          checked={onlyMe}
          onChange={setOnlyMe}
        />
      </div>
      {limitReached(connect.error) ? (
        <LimitNotice />
      ) : (
        connect.error && <p className={classes.refusal}>{problemOf(connect.error)}</p>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={!complete} loading={connect.isPending}>
          {provider.requiresOAuth ? `Continue to ${provider.name}` : again ? "Reconnect" : "Connect"}
        </Button>
      </div>
    </form>
  );
}

/** The initial value of a field: when you reconnect, what is known of the account. */
const startOf = (
  { name, value = "" }: IntegrationProvider["fields"][number],
  again: IntegrationAccount | undefined,
): string => again?.known[name] ?? value;

interface FieldProps {
  field: IntegrationProvider["fields"][number];
  /** The first field to type in gets the focus. */
  first: boolean;
  /** What to know about the provider that its value names. */
  note: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

function ConnectFieldInput({ field, first, note, value, onChange }: FieldProps) {
  const description = note ?? field.help;
  const shared = {
    className: classes.field ?? "",
    label: field.label,
    ...(description !== undefined && { description }),
    ...(field.placeholder !== undefined && { placeholder: field.placeholder }),
    value,
    autoComplete: "off",
    "data-autofocus": first || undefined,
  };
  if (field.kind === "password")
    return <SecretInput {...shared} onChange={({ currentTarget }) => onChange(currentTarget.value)} />;
  return (
    <TextInput
      {...shared}
      type={field.kind === "phone" ? "tel" : "text"}
      {...(field.kind === "number" && { inputMode: "numeric" })}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
