import { useDebouncedValue } from "@mantine/hooks";
import { IconPlus, IconUser } from "@tabler/icons-react";
import { type RefObject, useEffect, useLayoutEffect, useState } from "react";
import { useLocation } from "wouter";
import { counted } from "../../../../shared/counted";
import { announce } from "../../../../web/ui/feedback/announce";
import { QueryView } from "../../../../web/ui/feedback/query-view";
import { useStableActions } from "../../../../web/ui/stable-actions";
import { addressOf } from "../../../areas/web/source-address";
import { sourceIcons } from "../../../areas/web/source-icons";
import { useAddTask } from "../../../tasks/web/add/add-task";
import type { SearchHit, SearchHits } from "../../contract";
import classes from "./search-box.module.css";
import { useSearchHits } from "./search-queries";
import { searchTexts } from "./texts";

const groups = ["tasks", "messages", "meetings", "people"] as const;
const icons = { ...sourceIcons, person: IconUser };
const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });

const optionId = (hit: SearchHit) => `search-${hit.type}-${hit.id.replace(/\W/g, "-")}`;
const createId = "search-create";
/** How long typing pauses before it is searched again (milliseconds). The first letters are searched at once. */
const pause = 150;

interface SearchResultsProps {
  teamId: string;
  text: string;
  /** Receives what the keys of the box do here. */
  keys: RefObject<((key: "ArrowDown" | "ArrowUp" | "Enter") => void) | undefined>;
  /** The id of the option that Enter takes. */
  active: string | undefined;
  onActive: (id: string | undefined) => void;
  /** Searches for something else. */
  onSearch: (text: string) => void;
  onDone: () => void;
}

/** What a search found, in groups. The focus stays in the box; arrow keys move, Enter opens. */
export function SearchResults({
  teamId,
  text,
  keys,
  active,
  onActive,
  onSearch,
  onDone,
}: SearchResultsProps) {
  const [, navigate] = useLocation();
  const addTask = useAddTask(teamId);
  const [asked] = useDebouncedValue(text, pause);
  const query = useSearchHits(teamId, asked);
  /** What is shown belongs to what was typed before. */
  const waits = asked !== text || query.isPlaceholderData;
  /** What Enter was pressed for while it waited. */
  const [wanted, setWanted] = useState<string>();
  const open = (hit: SearchHit) => {
    if (hit.type === "person") return onSearch(`from:"${hit.detail || hit.title}" `);
    navigate(addressOf({ type: hit.type, id: hit.id }));
    onDone();
  };
  const create = () => {
    addTask.mutate({ title: text });
    onDone();
  };
  const hits = query.data ? groups.flatMap((group) => query.data[group]) : [];
  const empty = query.data !== undefined && !waits && hits.length === 0;
  const ids = empty ? [createId] : hits.map(optionId);
  const current = active !== undefined && ids.includes(active) ? active : ids[0];
  useLayoutEffect(() => {
    if (current !== active) onActive(current);
  }, [current, active, onActive]);
  useLayoutEffect(() => {
    keys.current = (key) => {
      const at = current === undefined ? -1 : ids.indexOf(current);
      if (key === "Enter") {
        const hit = hits[at];
        if (waits) setWanted(text);
        else if (empty) create();
        else if (hit) open(hit);
        return;
      }
      const next = ids[(at + (key === "ArrowDown" ? 1 : -1) + ids.length) % ids.length];
      onActive(next);
      if (next) document.getElementById(next)?.scrollIntoView({ block: "nearest" });
    };
    return () => {
      keys.current = undefined;
    };
  });
  const chosen = hits.find((hit) => optionId(hit) === current);
  // Enter that was pressed too early waits for its answer, but makes no task by itself.
  const ready = !waits && wanted === text && chosen !== undefined;
  const actions = useStableActions({ openChosen: () => chosen && open(chosen) });
  useEffect(() => {
    if (ready) actions.openChosen();
  }, [ready, actions]);
  const found = waits || !query.data ? undefined : hits.length;
  useEffect(() => {
    if (found !== undefined) announce(found === 0 ? searchTexts.nothing(text) : counted(found, "result"));
  }, [found, text]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus in the box
    <div className={classes.panel} onMouseDown={(event) => event.preventDefault()}>
      <QueryView query={query} failure={searchTexts.failed}>
        {(all) =>
          empty ? (
            <div id="search-results" role="listbox" aria-label="Results">
              <button
                type="button"
                id={createId}
                role="option"
                aria-selected={current === createId}
                className={classes.option}
                tabIndex={-1}
                onClick={create}
              >
                <IconPlus size={16} aria-hidden />
                <span className={classes.words} dir="auto">
                  {searchTexts.nothing(text)} — {searchTexts.create(text)}
                </span>
              </button>
            </div>
          ) : (
            <div id="search-results" role="listbox" aria-label="Results">
              {groups.map((group) => (
                <Group key={group} name={group} hits={all[group]} {...{ current, onActive }} onOpen={open} />
              ))}
            </div>
          )
        }
      </QueryView>
      <p className={classes.hint}>{searchTexts.operators}</p>
    </div>
  );
}

interface GroupProps {
  name: keyof SearchHits;
  hits: SearchHit[];
  current: string | undefined;
  onActive: (id: string) => void;
  onOpen: (hit: SearchHit) => void;
}

function Group({ name, hits, current, onActive, onOpen }: GroupProps) {
  if (hits.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be in a listbox
    <div role="group" aria-label={searchTexts.groups[name]}>
      <p className={classes.group} aria-hidden>
        {searchTexts.groups[name]}
      </p>
      {hits.map((hit) => {
        const id = optionId(hit);
        const Icon = icons[hit.type];
        return (
          <button
            key={id}
            type="button"
            id={id}
            role="option"
            aria-selected={current === id}
            className={classes.option}
            tabIndex={-1}
            onMouseMove={() => onActive(id)}
            onClick={() => onOpen(hit)}
          >
            <Icon size={16} stroke={1.75} aria-hidden />
            <span className={classes.words} dir="auto">
              {hit.title}
            </span>
            <span className={classes.detail} dir="auto">
              {[hit.detail, hit.type !== "person" && hit.date && day.format(new Date(hit.date))]
                .filter(Boolean)
                .join(", ")}
            </span>
          </button>
        );
      })}
    </div>
  );
}
