import { Switch } from "@mantine/core";
import { Fragment, useState } from "react";
import { Dialog } from "../../web/ui/dialog";
import { keyName } from "../../web/ui/shortcuts/key-names";
import type { Shortcut } from "../../web/ui/shortcuts/shortcut-registry";
import { setSingleKeys, singleKeysOn, useRegisteredShortcuts } from "../../web/ui/shortcuts/shortcuts";
import classes from "./keyboard-shortcuts.module.css";

interface KeyboardShortcutsProps {
  onClose: () => void;
}

/** All keys that work on the page below, from the registry; mounted means open. */
export function KeyboardShortcuts({ onClose }: KeyboardShortcutsProps) {
  const shortcuts = useRegisteredShortcuts();
  const [single, setSingle] = useState(singleKeysOn);
  const columns = inColumns([...grouped(shortcuts)].map(([group, all]) => [group, distinct(all)]));
  return (
    <Dialog opened onClose={onClose} title="Keyboard shortcuts" width={560}>
      <div className={classes.groups}>
        {columns.map((groups) => (
          <div key={groups[0]?.[0]} className={classes.column}>
            {groups.map(([group, entries]) => (
              <section key={group}>
                <h3 className={classes.group}>{group}</h3>
                <dl className={classes.keys}>
                  {entries.map((shortcut) => (
                    <div key={shortcut.key} className={classes.row}>
                      <dt>{shortcut.label}</dt>
                      <dd>
                        <Keys of={shortcut.key} />
                      </dd>
                    </div>
                  ))}
                </dl>
              </section>
            ))}
          </div>
        ))}
      </div>
      <Switch
        mt={24}
        label="Single-letter shortcuts"
        description="When off, only Esc and keys with Ctrl or Cmd work."
        checked={single}
        onChange={({ currentTarget }) => {
          setSingle(currentTarget.checked);
          setSingleKeys(currentTarget.checked);
        }}
      />
    </Dialog>
  );
}

function Keys({ of }: { of: string }) {
  const parts = of.split(" ").flatMap((part) => (part ? [part] : []));
  return (parts.length ? parts : [of]).map((part, index) => (
    <Fragment key={part}>
      {index > 0 && " then "}
      {part.split("+").map((key) => (
        <kbd key={key}>{keyName(key)}</kbd>
      ))}
    </Fragment>
  ));
}

type Group = [name: string, shortcuts: Shortcut[]];

/** A heading takes as much room as so many keys. */
const heading = 1.3;

/**
 * The groups in two columns of about the same height, in their order. The browser would balance them by laying them out
 * several times, in the frame of the key that opens the sheet.
 */
function inColumns(groups: Group[]): Group[][] {
  const height = (some: Group[]) => some.reduce((sum, [, { length }]) => sum + length + heading, 0);
  const higher = (at: number) => Math.max(height(groups.slice(0, at)), height(groups.slice(at)));
  const best = groups.reduce((least, _, at) => (higher(at) < higher(least) ? at : least), 0);
  return [groups.slice(0, best), groups.slice(best)].filter(({ length }) => length > 0);
}

function distinct(shortcuts: Shortcut[]): Shortcut[] {
  return [...new Map(shortcuts.map((shortcut) => [shortcut.key, shortcut])).values()];
}

function grouped(shortcuts: readonly Shortcut[]): Map<string, Shortcut[]> {
  const groups = new Map<string, Shortcut[]>();
  for (const shortcut of shortcuts)
    groups.set(shortcut.group, [...(groups.get(shortcut.group) ?? []), shortcut]);
  return groups;
}
