import { Button, NativeSelect, TextInput } from "@mantine/core";
import { type FormEvent, type Ref, useState } from "react";
import { showToast } from "../../../web/ui/feedback/toast";
import { SectionCard } from "../../../web/ui/section-card";
import { SecretInput } from "../../integrations/web/accounts/secret-input";
import { problemOf } from "../../integrations/web/show-problem";
import type { CrmCredentials, CrmProvider, CrmSyncSettings } from "../contract";
import { type CrmField, crmFacts, crmProviders } from "../crm-facts";
import classes from "./crm.module.css";
import { useConnectCrm } from "./crm-queries";
import { SyncChoice } from "./sync-choice";
import { crmTexts } from "./texts";

interface ConnectFormProps {
  teamId: string;
  /** The CRM whose key is to be renewed, if any. */
  again: CrmProvider | undefined;
  ref: Ref<HTMLFormElement>;
}

const everything: CrmSyncSettings = { syncContacts: true, syncDeals: true, syncTasks: true };

/** Connects a CRM with its key. The server tries the key before it stores it. */
export function ConnectForm({ teamId, again, ref }: ConnectFormProps) {
  const connect = useConnectCrm(teamId);
  const [provider, setProvider] = useState<CrmProvider | "">(again ?? "");
  const [values, setValues] = useState<Partial<Record<keyof CrmCredentials, string>>>({});
  const [syncSettings, setSyncSettings] = useState(everything);
  const facts = provider === "" ? undefined : crmFacts[provider];
  const givenIn = (field: CrmField) => values[field.name] ?? Object.keys(field.choices ?? {})[0] ?? "";
  const change = (name: keyof CrmCredentials, value: string) => {
    connect.reset();
    setValues((all) => ({ ...all, [name]: value }));
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    if (connect.isPending) return;
    const apiKey = values.apiKey?.trim();
    if (!provider || !facts || !apiKey)
      return showToast({ title: crmTexts.missing, description: crmTexts.missingDetail, tone: "error" });
    const given = facts.fields.flatMap((field) => {
      const value = givenIn(field).trim();
      return value ? [[field.name, value] as const] : [];
    });
    const credentials = { apiKey, ...Object.fromEntries(given) } as CrmCredentials;
    connect.mutate(
      { provider, credentials, syncSettings },
      {
        onSuccess: () => {
          setProvider("");
          setValues({});
        },
      },
    );
  }

  return (
    <SectionCard title={again ? `Connect ${crmFacts[again].name} again` : "Connect a CRM"}>
      <form noValidate ref={ref} onSubmit={submit} aria-label="Connect a CRM">
        <div className={classes.fields}>
          <NativeSelect
            label="Provider"
            value={provider}
            data={[
              { value: "", label: "Select a provider" },
              ...crmProviders.map((id) => ({ value: id, label: crmFacts[id].name })),
            ]}
            onChange={({ currentTarget }) => {
              connect.reset();
              setProvider(currentTarget.value as CrmProvider | "");
            }}
          />
          <SecretInput
            label="API Key"
            autoFocus={again !== undefined}
            description={facts?.keyHelp ?? "Zippy tries it at the provider and stores it encrypted."}
            autoComplete="off"
            value={values.apiKey ?? ""}
            onChange={({ currentTarget }) => change("apiKey", currentTarget.value)}
          />
          {facts?.fields.map((field) => (
            <ConnectField
              key={field.name}
              field={field}
              value={givenIn(field)}
              onChange={(value) => change(field.name, value)}
            />
          ))}
        </div>
        {facts && <SyncChoice value={syncSettings} onChange={setSyncSettings} />}
        {connect.error && (
          <p className={classes.refusal}>{problemOf(connect.error) ?? crmTexts.failedToConnect}</p>
        )}
        <div className={classes.actions}>
          <Button type="submit" loading={connect.isPending}>
            {again ? "Connect again" : "Connect CRM"}
          </Button>
        </div>
      </form>
    </SectionCard>
  );
}

interface ConnectFieldProps {
  field: CrmField;
  value: string;
  onChange: (value: string) => void;
}

function ConnectField({ field, value, onChange }: ConnectFieldProps) {
  const shared = {
    label: field.optional ? `${field.label} (optional)` : field.label,
    description: field.help,
    value,
  };
  if (field.choices)
    return (
      <NativeSelect
        {...shared}
        data={Object.entries(field.choices).map(([choice, label]) => ({ value: choice, label }))}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  const Input = field.secret ? SecretInput : TextInput;
  return (
    <Input
      {...shared}
      placeholder={field.placeholder ?? ""}
      autoComplete="off"
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
