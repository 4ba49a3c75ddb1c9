import { Skeleton } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "wouter";
import { minute } from "../../../../shared/durations";
import { QueryView } from "../../../../web/ui/feedback/query-view";
import { IconButton } from "../../../../web/ui/icon-button";
import { lazyDialog } from "../../../../web/ui/lazy-part";
import { messageAge, useNow } from "../../../../web/ui/relative-time";
import type { Area } from "../../../areas/contract";
import { AreaDot } from "../../../areas/web/area-dot";
import { useAreas } from "../../../areas/web/area-queries";
import { areaTexts, countWords } from "../../../areas/web/texts";
import type { DeletedArea } from "../../contract";
import classes from "./memory.module.css";
import { useDeletedAreas, useForgetArea } from "./memory-queries";
import { type Deletion, Group, RememberedList } from "./remembered-list";
import { memoryTexts } from "./texts";

const AreaDialog = lazyDialog(() => import("../../../areas/web/area-dialog"), "AreaDialog");

/** The team's areas. */
export function AreasGroup({ teamId, words }: { teamId: string; words: string }) {
  const areas = useAreas(teamId);
  const forget = useForgetArea(teamId);
  const [edited, setEdited] = useState<Area>();
  const deleted = useDeletedAreas(teamId, words);
  const found = areas.data && [
    ...areas.data.filter((area) => mentions(area, words.toLowerCase())),
    ...(deleted.data ?? []),
  ];
  const deletionOf = ({ id, name }: { id: string; name: string }): Deletion => ({
    title: "Delete this area for good?",
    words: name,
    goes: memoryTexts.areaGoes,
    run: () => forget.mutateAsync(id),
  });
  return (
    <Group title={memoryTexts.areas} total={found?.length}>
      {(ask) => (
        <>
          <QueryView
            query={{
              data: found,
              error: areas.error ?? deleted.error,
              isFetching: areas.isFetching || deleted.isFetching,
              refetch: () => Promise.all([areas.refetch(), deleted.refetch()]),
            }}
            failure={areaTexts.failedToFetch}
            skeleton={<Skeleton height={104} radius="sm" />}
          >
            {(rows) => (
              <RememberedList
                label={memoryTexts.areas}
                none={memoryTexts.noAreas}
                total={rows.length}
                {...{ rows, words }}
              >
                {(area) =>
                  "deletedAt" in area ? (
                    <DeletedRow key={area.id} area={area} onDelete={() => ask(deletionOf(area))} />
                  ) : (
                    <li key={area.id}>
                      <div className={classes.words}>
                        <p className={classes.own}>
                          <AreaDot color={area.color} />{" "}
                          <Link href={`/context/${area.id}`} className={classes.name ?? ""} dir="auto">
                            {area.name}
                          </Link>
                        </p>
                        <p className={classes.meta} dir="auto">
                          {[countWords(area.counts) ?? "Nothing in it yet", ...ruleWords(area)].join(" · ")}
                        </p>
                      </div>
                      <IconButton
                        label={`Edit the area “${area.name}”`}
                        title="Edit"
                        onClick={() => setEdited(area)}
                      >
                        <IconPencil size={16} aria-hidden />
                      </IconButton>
                      <IconButton
                        label={`Delete the area “${area.name}”`}
                        title="Delete for good"
                        onClick={() => ask(deletionOf(area))}
                      >
                        <IconTrash size={16} aria-hidden />
                      </IconButton>
                    </li>
                  )
                }
              </RememberedList>
            )}
          </QueryView>
          {edited && <AreaDialog teamId={teamId} area={edited} onClose={() => setEdited(undefined)} />}
        </>
      )}
    </Group>
  );
}

function DeletedRow({ area, onDelete }: { area: DeletedArea; onDelete: () => void }) {
  const now = useNow(minute);
  return (
    <li data-deleted>
      <div className={classes.words}>
        <p className={classes.own}>
          <AreaDot color={area.color} /> <span dir="auto">{area.name}</span>
        </p>
        <p className={classes.meta}>{memoryTexts.deleted(messageAge(area.deletedAt, now))}</p>
      </div>
      <IconButton
        label={`Delete the deleted area “${area.name}” for good`}
        title="Delete for good"
        onClick={onDelete}
      >
        <IconTrash size={16} aria-hidden />
      </IconButton>
    </li>
  );
}

/** Whom and what an area's rules name. */
const ruleWords = ({ rules: { people, companies, keywords } }: Area): string[] => [
  ...[...people, ...companies].map(({ name }) => name),
  ...keywords.map((keyword) => `“${keyword}”`),
];

const mentions = (area: Area, words: string): boolean =>
  [area.name, ...ruleWords(area)].some((one) => one.toLowerCase().includes(words));
