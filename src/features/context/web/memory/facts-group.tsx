import { Skeleton } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { cutText } from "../../../../shared/cut-text";
import { minute } from "../../../../shared/durations";
import { QueryView } from "../../../../web/ui/feedback/query-view";
import { IconButton } from "../../../../web/ui/icon-button";
import { messageAge, useNow } from "../../../../web/ui/relative-time";
import { AreaDot } from "../../../areas/web/area-dot";
import { useSaveFact } from "../../../areas/web/fact-queries";
import { EditedFact } from "../../../areas/web/facts-section";
import type { RememberedFact } from "../../contract";
import classes from "./memory.module.css";
import { useDeleteFactForGood, useForgetFact, useRememberedFacts } from "./memory-queries";
import { Group, RememberedList } from "./remembered-list";
import { memoryTexts } from "./texts";

/** The facts of all areas. */
export function FactsGroup({ teamId, words }: { teamId: string; words: string }) {
  const facts = useRememberedFacts(teamId, words);
  const forget = useForgetFact(teamId);
  const remove = useDeleteFactForGood(teamId);
  return (
    <Group title={memoryTexts.facts} total={facts.data?.total}>
      {(ask) => (
        <QueryView
          query={facts}
          failure={memoryTexts.failedToFetchFacts}
          skeleton={<Skeleton height={104} radius="sm" />}
        >
          {({ facts: rows, total }) => (
            <RememberedList label={memoryTexts.facts} none={memoryTexts.noFacts} {...{ rows, total, words }}>
              {(fact) => (
                <FactRow
                  key={fact.id}
                  teamId={teamId}
                  fact={fact}
                  onDelete={() =>
                    ask({
                      title: "Delete this fact for good?",
                      words: fact.text,
                      ...(fact.deletedAt
                        ? { goes: memoryTexts.factGoes, run: () => forget.mutateAsync(fact.id) }
                        : { goes: memoryTexts.factGoesSoon, run: () => remove.mutateAsync(fact) }),
                    })
                  }
                />
              )}
            </RememberedList>
          )}
        </QueryView>
      )}
    </Group>
  );
}

interface FactRowProps {
  teamId: string;
  fact: RememberedFact;
  onDelete: () => void;
}

function FactRow({ teamId, fact: { id, text, area, createdAt, deletedAt }, onDelete }: FactRowProps) {
  const now = useNow(minute);
  const save = useSaveFact(teamId, area.id);
  const [editing, setEditing] = useState<boolean>();
  const edit = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (editing === false) edit.current?.focus();
  }, [editing]);
  if (editing)
    return (
      <EditedFact
        text={text}
        onSave={(next) => save.mutate({ fact: { id, areaId: area.id, text }, text: next })}
        onDone={() => setEditing(false)}
      />
    );
  return (
    <li data-deleted={deletedAt !== null || undefined}>
      <div className={classes.words}>
        <p className={classes.own} dir="auto">
          {text}
        </p>
        <p className={classes.meta}>
          <span className={classes.area}>
            <AreaDot color={area.color} />
            {deletedAt ? (
              <span dir="auto">{area.name}</span>
            ) : (
              <Link href={`/context/${area.id}`} className={classes.link ?? ""} dir="auto">
                {area.name}
              </Link>
            )}
          </span>
          <span>
            {deletedAt ? memoryTexts.deleted(messageAge(deletedAt, now)) : messageAge(createdAt, now)}
          </span>
        </p>
      </div>
      {!deletedAt && (
        <IconButton
          ref={edit}
          label={`Edit the fact “${cutText(text, 60)}”`}
          title="Edit"
          onClick={() => setEditing(true)}
        >
          <IconPencil size={16} aria-hidden />
        </IconButton>
      )}
      <IconButton label={`Delete the fact “${cutText(text, 60)}”`} title="Delete for good" onClick={onDelete}>
        <IconTrash size={16} aria-hidden />
      </IconButton>
    </li>
  );
}
