import { TextInput } from "@mantine/core";
import { useId, useState } from "react";
import { counted } from "../../../shared/counted";
import { useUser } from "../../auth/web/auth-queries";
import type { Import, Sender } from "../contract";
import { plainName } from "../plain-name";
import classes from "./import-screen.module.css";

interface PeopleChoiceProps {
  people: readonly Sender[];
  /** Keys of the selected people. */
  own: readonly string[];
  onChange: (own: readonly string[]) => void;
}

/** Minimum number of people for showing the search field. */
const many = 12;

/** Asks which of a chat's senders you are, if the export doesn't say. */
export function PeopleChoice({ people, own, onChange }: PeopleChoiceProps) {
  const hint = useId();
  const [wanted, setWanted] = useState("");
  const shown = useOwnNameFirst(people).filter(({ name }) =>
    name.toLowerCase().includes(wanted.trim().toLowerCase()),
  );
  const toggle = (key: string) =>
    onChange(own.includes(key) ? own.filter((one) => one !== key) : [...own, key]);
  return (
    <fieldset className={classes.people} aria-describedby={hint}>
      <legend>Which of these people are you?</legend>
      <p id={hint} className={classes.reason}>
        What you uploaded doesn't say. What you wrote yourself is kept as context and never becomes a task. If
        you choose nobody, nothing counts as yours.
      </p>
      {people.length > many && (
        <TextInput
          className={classes.peopleFilter}
          aria-label="Find a name"
          placeholder="Find a name"
          value={wanted}
          onChange={({ currentTarget }) => setWanted(currentTarget.value)}
        />
      )}
      <div className={classes.peopleList}>
        {shown.length === 0 && <p className={classes.nobody}>No matching name.</p>}
        {shown.map(({ key, name, count }) => (
          <label key={key}>
            <input type="checkbox" checked={own.includes(key)} onChange={() => toggle(key)} />
            <span className={classes.personName} dir="auto">
              {name}
            </span>
            <span className={classes.reason}>{counted(count, "message")}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** With those who are called like the person first, because a hundred may stand before. */
function useOwnNameFirst(people: readonly Sender[]): readonly Sender[] {
  const { data: user } = useUser();
  const own = plainName(`${user?.firstName ?? ""} ${user?.lastName ?? ""}`);
  return people.toSorted((a, b) => Number(plainName(b.name) === own) - Number(plainName(a.name) === own));
}

/** Shows who you said you are once an import has started. */
export function OwnSenders({ of: { people, ownKeys, status } }: { of: Import }) {
  if (status === "ready" || people.length === 0) return null;
  const names = people.filter(({ key }) => ownKeys.includes(key)).map(({ name }) => name);
  return (
    <p className={classes.small} dir="auto">
      {names.length > 0
        ? `Messages from ${new Intl.ListFormat("en-US").format(names)} count as yours.`
        : "You chose none of the people listed, so their messages don't count as yours."}
    </p>
  );
}
