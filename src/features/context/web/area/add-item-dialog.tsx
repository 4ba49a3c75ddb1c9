import { Button, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconCheck, IconPlus, IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { QueryView } from "../../../../web/ui/feedback/query-view";
import { Sheet } from "../../../../web/ui/sheet";
import type { Area, AreaSourceType } from "../../../areas/contract";
import { useAddToArea } from "../../../areas/web/area-queries";
import { sourceIcons, sourceNames } from "../../../areas/web/source-icons";
import { useSearchHits } from "../search/search-queries";
import classes from "./add-item-dialog.module.css";

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });

/** Finds messages, tasks and meetings to add to an area by hand; mounted means open. */
export function AddItemDialog({ area, onClose }: { area: Area; onClose: () => void }) {
  const [text, setText] = useState("");
  const [q] = useDebouncedValue(text.trim(), 200);
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  const add = useAddToArea(area.teamId);
  const found = useSearchHits(area.teamId, q, area.id);
  return (
    <Sheet title={`Add to “${area.name}”`} width={560} focusInside onClose={onClose}>
      <TextInput
        data-autofocus
        aria-label="Search messages, tasks and meetings"
        placeholder="Search messages, tasks and meetings"
        leftSection={<IconSearch size={16} aria-hidden />}
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {q.length < 2 ? (
        <p className={classes.hint}>Type at least two letters.</p>
      ) : (
        <QueryView query={found} failure="Couldn't search">
          {({ messages, tasks, meetings }) => {
            const hits = [...messages, ...tasks, ...meetings];
            if (hits.length === 0) return <p className={classes.hint}>{`Nothing for “${q}”.`}</p>;
            return (
              <ul className={classes.hits} aria-label="Results">
                {hits.map((hit) => {
                  const type = hit.type as AreaSourceType;
                  const Icon = sourceIcons[type];
                  const isNew = added.has(hit.id);
                  const held = isNew || hit.inArea === true;
                  return (
                    <li key={hit.id} className={classes.hit}>
                      <Icon size={16} stroke={1.75} aria-label={sourceNames[type]} />
                      <span className={classes.words}>
                        <span className={classes.title} dir="auto">
                          {hit.title}
                        </span>
                        <span className={classes.detail} dir="auto">
                          {[hit.detail, hit.date && day.format(new Date(hit.date))]
                            .filter(Boolean)
                            .join(", ")}
                        </span>
                      </span>
                      <Button
                        variant="default"
                        leftSection={
                          held ? <IconCheck size={16} aria-hidden /> : <IconPlus size={16} aria-hidden />
                        }
                        aria-label={
                          held
                            ? `${isNew ? "Added" : "Already in the area:"} “${hit.title}”`
                            : `Add “${hit.title}”`
                        }
                        // A disabled button would lose the keyboard.
                        aria-disabled={held || undefined}
                        data-disabled={held}
                        onClick={() => {
                          if (held) return;
                          add.mutate(
                            { area, source: { type, id: hit.id } },
                            { onSuccess: () => setAdded((before) => new Set([...before, hit.id])) },
                          );
                        }}
                      >
                        {isNew ? "Added" : held ? "In the area" : "Add"}
                      </Button>
                    </li>
                  );
                })}
              </ul>
            );
          }}
        </QueryView>
      )}
    </Sheet>
  );
}
