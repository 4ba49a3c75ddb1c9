import { Button, Skeleton, Textarea } from "@mantine/core";
import { IconPencil, IconPin, IconTrash } from "@tabler/icons-react";
import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { trimmed } from "../../../shared/typed-values";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { IconButton } from "../../../web/ui/icon-button";
import { type Area, type AreaFact, areaLimits, type SourceRef } from "../contract";
import items from "./area-items.module.css";
import { useAreaFacts } from "./area-queries";
import { useDeleteFact, useSaveFact } from "./fact-queries";
import classes from "./facts-section.module.css";
import { areaTexts } from "./texts";

interface FactsSectionProps {
  area: Area;
  onOpen: (source: SourceRef) => void;
}

/** What people pinned to an area, with the field for the next fact. */
export function FactsSection({ area, onOpen }: FactsSectionProps) {
  const facts = useAreaFacts(area.teamId, area.id);
  const save = useSaveFact(area.teamId, area.id);
  const remove = useDeleteFact(area.teamId, area.id);
  const [text, setText] = useState("");
  const [edited, setEdited] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const title = useId();
  const count = facts.data?.length ?? 0;
  const isFull = count >= areaLimits.facts;
  // What somebody began before others filled the area stays in sight.
  const hasField = !isFull || text !== "";
  const { sentence, keepFocus } = useFocusAtLimit(hasField, field);
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (trimmed(text) === "" || save.isPending || isFull) return;
    keepFocus(count + 1 >= areaLimits.facts);
    // Emptied at once: what is typed meanwhile is the next fact.
    setText("");
    save.mutate(
      { text: trimmed(text) },
      {
        onError: () => {
          keepFocus(false);
          setText((typed) => (typed === "" ? text : `${text}\n${typed}`));
        },
      },
    );
  };
  return (
    <section className={items.section} aria-labelledby={title}>
      <h2 id={title} className={items.title}>
        {areaTexts.facts}
      </h2>
      <QueryView
        query={facts}
        failure={areaTexts.failedToFetchFacts}
        skeleton={<Skeleton height={64} radius="sm" />}
      >
        {(all) => (
          <>
            {all.length > 0 && (
              <ul className={classes.facts}>
                {all.map((fact) =>
                  fact.id === edited ? (
                    <EditedFact
                      key={fact.id}
                      text={fact.text}
                      onSave={(next) => save.mutate({ fact, text: next })}
                      onDone={() => setEdited(undefined)}
                    />
                  ) : (
                    <Fact
                      key={fact.id}
                      fact={fact}
                      onOpen={onOpen}
                      onEdit={() => setEdited(fact.id)}
                      onDelete={() => {
                        keepFocus(isFull);
                        remove.mutate(fact, {
                          onSuccess: () => field.current?.focus(),
                          onError: () => keepFocus(false),
                        });
                      }}
                    />
                  ),
                )}
              </ul>
            )}
            {isFull && (
              <p ref={sentence} tabIndex={-1} className={classes.full}>
                {areaTexts.factsFull}
              </p>
            )}
            {hasField && (
              <form className={classes.form} onSubmit={add}>
                <Textarea
                  ref={field}
                  aria-label={areaTexts.factLabel}
                  placeholder={areaTexts.noFacts}
                  autosize
                  minRows={1}
                  maxRows={6}
                  maxLength={1000}
                  className={classes.field ?? ""}
                  value={text}
                  onChange={(event) => {
                    // Emptied in a full area, the field goes.
                    if (isFull && event.currentTarget.value === "") keepFocus(true);
                    setText(event.currentTarget.value);
                  }}
                  onKeyDown={(event) => {
                    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing)
                      add(event);
                  }}
                />
                <Button
                  type="submit"
                  variant="default"
                  leftSection={<IconPin size={16} aria-hidden />}
                  disabled={trimmed(text) === "" || isFull}
                  loading={save.isPending}
                >
                  Pin
                </Button>
              </form>
            )}
          </>
        )}
      </QueryView>
    </section>
  );
}

/** Keeps the keyboard in the section when a change of one's own takes the field away, or brings it back. */
function useFocusAtLimit(hasField: boolean, field: RefObject<HTMLTextAreaElement | null>) {
  const sentence = useRef<HTMLParagraphElement>(null);
  const isOwn = useRef(false);
  useEffect(() => {
    if (!isOwn.current) return;
    isOwn.current = false;
    (hasField ? field : sentence).current?.focus();
  }, [hasField, field]);
  const keepFocus = (expected: boolean) => {
    isOwn.current = expected;
  };
  return { sentence, keepFocus };
}

interface FactProps {
  fact: AreaFact;
  onOpen: (source: SourceRef) => void;
  onEdit: () => void;
  onDelete: () => void;
}

function Fact({ fact: { text, source }, onOpen, onEdit, onDelete }: FactProps) {
  return (
    <li className={classes.fact}>
      <IconPin size={16} className={classes.pin} aria-hidden />
      <div className={classes.words}>
        <p className={classes.text} dir="auto">
          {text}
        </p>
        {source && (
          <button type="button" className={classes.source} dir="auto" onClick={() => onOpen(source)}>
            From “{source.title}”
          </button>
        )}
      </div>
      <IconButton label={`Edit the fact “${text}”`} title="Edit" onClick={onEdit}>
        <IconPencil size={16} aria-hidden />
      </IconButton>
      <IconButton label={`Delete the fact “${text}”`} title="Delete" onClick={onDelete}>
        <IconTrash size={16} aria-hidden />
      </IconButton>
    </li>
  );
}

interface EditedFactProps {
  text: string;
  onSave: (text: string) => void;
  onDone: () => void;
}

/** The row of a fact while its words are changed. */
export function EditedFact({ text: before, onSave, onDone }: EditedFactProps) {
  const [text, setText] = useState(before);
  const save = () => {
    if (trimmed(text) !== "" && trimmed(text) !== before) onSave(trimmed(text));
    onDone();
  };
  return (
    <li className={classes.fact}>
      <Textarea
        aria-label="Fact"
        autosize
        autoFocus
        onFocus={({ currentTarget }) => {
          // The cursor would be in front of the text.
          currentTarget.setSelectionRange(before.length, before.length);
        }}
        maxRows={8}
        maxLength={1000}
        className={classes.field ?? ""}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onDone();
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          save();
        }}
      />
      <Button variant="default" onClick={onDone}>
        Cancel
      </Button>
      <Button onClick={save} disabled={trimmed(text) === ""}>
        Save
      </Button>
    </li>
  );
}
