import { Button, Skeleton } from "@mantine/core";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { ApiError } from "../../../../web/api";
import { QueryView } from "../../../../web/ui/feedback/query-view";
import { FilterButtons } from "../../../../web/ui/filter-buttons";
import { IconButton } from "../../../../web/ui/icon-button";
import { lazyDialog } from "../../../../web/ui/lazy-part";
import type { Area, SourceRef } from "../../../areas/contract";
import { useDeleteArea } from "../../../areas/web/area-changes";
import { AreaDot } from "../../../areas/web/area-dot";
import { AreaItems } from "../../../areas/web/area-items";
import { overviewLimits, useArea } from "../../../areas/web/area-queries";
import { DealsSection } from "../../../areas/web/deals-section";
import { DigestSection } from "../../../areas/web/digest-section";
import { FactsSection } from "../../../areas/web/facts-section";
import { areaTexts, countWords } from "../../../areas/web/texts";
import type { OpenedSource } from "../answer-view";
import { Chat } from "../chat";
import classes from "./area-page.module.css";

const AreaDialog = lazyDialog(() => import("../../../areas/web/area-dialog"), "AreaDialog");
const AddItemDialog = lazyDialog(() => import("./add-item-dialog"), "AddItemDialog");

const tabs = ["overview", "messages", "week", "chat"] as const;
const tabNames = { overview: "Overview", messages: areaTexts.messages, week: areaTexts.digest, chat: "Ask" };

interface AreaPageProps {
  teamId: string;
  areaId: string;
  onOpen: (source: OpenedSource) => void;
}

/** One area: facts, tasks, meetings and messages, and a chat about them. */
export function AreaPage({ teamId, areaId, onOpen }: AreaPageProps) {
  const query = useArea(teamId, areaId);
  const [path, navigate] = useLocation();
  const search = useSearch();
  const openWhole = ({ type, id }: SourceRef) => onOpen({ type, id, quote: null });
  const tab = tabs.find((one) => one === new URLSearchParams(search).get("tab")) ?? "overview";
  const show = (next: (typeof tabs)[number]) =>
    navigate(next === "overview" ? path : `${path}?tab=${next}`, { replace: true });
  if (query.error instanceof ApiError && query.error.status === 404) return <Gone />;
  return (
    <QueryView
      query={query}
      failure={areaTexts.failedToFetchOne}
      skeleton={<Skeleton height={240} radius="lg" />}
    >
      {(area) => (
        <>
          <AreaHead area={area} />
          <div className={classes.tabs}>
            <FilterButtons
              label="What to show"
              value={tab}
              onChange={show}
              options={tabs.map((value) => ({ value, label: tabNames[value] }))}
            />
          </div>
          {tab === "chat" ? (
            <div className={classes.chat}>
              <Chat teamId={teamId} area={area} onOpen={onOpen} />
            </div>
          ) : (
            <div className={classes.scroll}>
              <div className={classes.column}>
                {tab === "week" ? (
                  <DigestSection area={area} />
                ) : tab === "messages" ? (
                  <AreaItems
                    area={area}
                    type="message"
                    title={areaTexts.messages}
                    none={areaTexts.noMessages}
                    onOpen={openWhole}
                  />
                ) : (
                  <Overview area={area} onOpen={openWhole} onMessages={() => show("messages")} />
                )}
              </div>
            </div>
          )}
        </>
      )}
    </QueryView>
  );
}

interface OverviewProps {
  area: Area;
  onOpen: (source: SourceRef) => void;
  onMessages: () => void;
}

function Overview({ area, onOpen, onMessages }: OverviewProps) {
  return (
    <>
      <FactsSection area={area} onOpen={onOpen} />
      <AreaItems
        area={area}
        type="task"
        title={areaTexts.tasks}
        none={areaTexts.noTasks}
        limit={overviewLimits.task}
        onOpen={onOpen}
      />
      <AreaItems
        area={area}
        type="message"
        title={areaTexts.latestMessages}
        none={areaTexts.noMessages}
        limit={overviewLimits.message}
        onAll={onMessages}
        onOpen={onOpen}
      />
      <AreaItems
        area={area}
        type="meeting"
        title={areaTexts.meetings}
        none={areaTexts.noMeetings}
        limit={overviewLimits.meeting}
        onOpen={onOpen}
      />
      {area.rules.companies.length > 0 && <DealsSection area={area} />}
    </>
  );
}

function AreaHead({ area }: { area: Area }) {
  const [open, setOpen] = useState<"edit" | "add">();
  const remove = useDeleteArea(area.teamId);
  const [, navigate] = useLocation();
  const close = () => setOpen(undefined);
  return (
    <header className={classes.head}>
      <div className={classes.names}>
        <div className={classes.title}>
          <AreaDot color={area.color} />
          <h2 className={classes.name} dir="auto">
            {area.name}
          </h2>
        </div>
        <p className={classes.counts}>{countWords(area.counts)}</p>
      </div>
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setOpen("add")}
        >
          Add
        </Button>
        <Button
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={() => setOpen("edit")}
        >
          Edit
        </Button>
        <IconButton
          label="Delete the area"
          title="Delete the area"
          onClick={() => {
            // Left first: the live event of the deletion would fetch every part of this page, and find none.
            navigate("/context");
            remove.mutate(area);
          }}
        >
          <IconTrash size={16} aria-hidden />
        </IconButton>
      </div>
      {open === "edit" && <AreaDialog teamId={area.teamId} area={area} onClose={close} />}
      {open === "add" && <AddItemDialog area={area} onClose={close} />}
    </header>
  );
}

function Gone() {
  return (
    <div className={classes.gone}>
      <p className={classes.name}>{areaTexts.notFound}</p>
      <p className={classes.counts}>{areaTexts.notFoundDetail}</p>
      <Link href="/context">Context Memory</Link>
    </div>
  );
}
