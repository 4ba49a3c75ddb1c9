import { Button, NativeSelect, Switch, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { type Area, areaNames, areas } from "../../../shared/token-areas";
import { trimmed } from "../../../shared/typed-values";
import { Dialog } from "../../../web/ui/dialog";
import { ShownOnce } from "../../../web/ui/shown-once";
import { lifetimes } from "../contract";
import classes from "./access.module.css";
import { useCreateToken } from "./access-queries";
import { accessTexts } from "./texts";

interface NewTokenDialogProps {
  teamId: string;
  onClose: () => void;
}

/** Asks what a new token may do, then shows it once. */
export function NewTokenDialog({ teamId, onClose }: NewTokenDialogProps) {
  const create = useCreateToken(teamId);
  return (
    <Dialog opened onClose={onClose} title={create.data ? "Your new token" : "New access token"}>
      {create.data ? (
        <ShownOnce
          what="token"
          label="Access token"
          description={accessTexts.shownOnce}
          value={create.data.token}
          onClose={onClose}
        >
          <p className={classes.text}>
            Send it as the header <code>Authorization: Bearer {"<token>"}</code>.
          </p>
        </ShownOnce>
      ) : (
        <TokenForm create={create} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface TokenFormProps {
  create: ReturnType<typeof useCreateToken>;
  onClose: () => void;
}

function TokenForm({ create, onClose }: TokenFormProps) {
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<Area[]>(["tasks", "messages"]);
  const [changes, setChanges] = useState(false);
  const [days, setDays] = useState<string>("90");
  const choose = (area: Area, on: boolean) =>
    setChosen((now) => areas.filter((one) => (one === area ? on : now.includes(one))));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const lifetime = lifetimes.find((one) => String(one) === days) ?? null;
    create.mutate({ name: trimmed(name), areas: chosen, readOnly: !changes, days: lifetime });
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        label="Name"
        description="What uses it, such as “Nightly report”."
        maxLength={80}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        data-autofocus
      />
      <fieldset className={classes.areas}>
        <legend>It reaches</legend>
        {areas.map((area) => (
          <Switch
            key={area}
            label={areaNames[area]}
            checked={chosen.includes(area)}
            onChange={({ currentTarget }) => choose(area, currentTarget.checked)}
          />
        ))}
      </fieldset>
      <Switch
        label="May change things"
        description="Otherwise it only reads. You can undo what it changes, like your own changes."
        checked={changes}
        onChange={({ currentTarget }) => setChanges(currentTarget.checked)}
      />
      <NativeSelect
        label="Expires after"
        value={days}
        onChange={({ currentTarget }) => setDays(currentTarget.value)}
        data={[
          ...lifetimes.map((one) => ({ value: String(one), label: `${one} days` })),
          { value: "never", label: "Never" },
        ]}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={!trimmed(name) || chosen.length === 0} loading={create.isPending}>
          Create token
        </Button>
      </div>
    </form>
  );
}
