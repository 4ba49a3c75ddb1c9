import { Button, NativeSelect, Switch, TextInput } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { type FormEvent, useRef, useState } from "react";
import { toClipboard } from "../../../web/ui/clipboard";
import { Dialog } from "../../../web/ui/dialog";
import { showToast } from "../../../web/ui/feedback/toast";
import { type Area, areaNames, areas } from "../areas";
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
        <NewToken token={create.data.token} onClose={onClose} />
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
    create.mutate({ name: name.trim(), areas: chosen, readOnly: !changes, days: lifetime });
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
        <Button type="submit" disabled={!name.trim() || chosen.length === 0} loading={create.isPending}>
          Create token
        </Button>
      </div>
    </form>
  );
}

function NewToken({ token, onClose }: { token: string; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    if (await toClipboard(token, field.current)) showToast({ title: accessTexts.copied, tone: "success" });
    else showToast({ title: "The token is selected", description: "Copy it with Ctrl+C or Cmd+C." });
  };
  return (
    <div className={classes.form}>
      <TextInput
        ref={field}
        readOnly
        label="Access token"
        description={accessTexts.shownOnce}
        value={token}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <p className={classes.text}>
        Send it as the header <code>Authorization: Bearer {"<token>"}</code>.
      </p>
      <div className={classes.buttons}>
        <Button
          variant="default"
          leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
          onClick={() => void copy()}
        >
          Copy
        </Button>
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  );
}
