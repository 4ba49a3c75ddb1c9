import { Button, Skeleton } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { lazyDialog } from "../../../web/ui/lazy-part";
import classes from "./area-bar.module.css";
import { AreaDot } from "./area-dot";
import { useAreas } from "./area-queries";
import { areaTexts, countWords } from "./texts";

const AreaDialog = lazyDialog(() => import("./area-dialog"), "AreaDialog");

/** The bar scrolls sideways, and the open area may lie outside. */
const reveal = (item: HTMLElement | null): void => {
  item?.scrollIntoView({ block: "nearest", inline: "center" });
};

/** The team's areas, each a link to its page, and the button for a new one. */
export function AreaBar({ teamId, current }: { teamId: string; current?: string | undefined }) {
  const areas = useAreas(teamId);
  const [adding, setAdding] = useState(false);
  const [, navigate] = useLocation();
  return (
    <nav className={classes.bar} aria-label={areaTexts.areas}>
      <QueryView
        query={areas}
        failure={areaTexts.failedToFetch}
        skeleton={<Skeleton height={32} width={240} radius="sm" />}
      >
        {(all) => (
          <ul className={classes.list}>
            {all.length > 0 && (
              <li>
                <Link
                  href="/context"
                  className={classes.area ?? ""}
                  aria-current={current === undefined ? "page" : undefined}
                >
                  {areaTexts.everything}
                </Link>
              </li>
            )}
            {all.map((area) => (
              <li key={area.id} ref={area.id === current ? reveal : undefined}>
                <Link
                  href={`/context/${area.id}`}
                  className={classes.area ?? ""}
                  title={countWords(area.counts)}
                  aria-current={area.id === current ? "page" : undefined}
                >
                  <AreaDot color={area.color} />
                  <span className={classes.name} dir="auto">
                    {area.name}
                  </span>
                  {area.counts.tasks > 0 && (
                    <span className={classes.count}>
                      {area.counts.tasks.toLocaleString("en-US")}
                      <span className="z-visually-hidden"> open tasks</span>
                    </span>
                  )}
                </Link>
              </li>
            ))}
            <li>
              <Button
                variant="subtle"
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={() => setAdding(true)}
              >
                {areaTexts.newArea}
              </Button>
            </li>
          </ul>
        )}
      </QueryView>
      {adding && (
        <AreaDialog
          teamId={teamId}
          onClose={() => setAdding(false)}
          onSaved={({ id }) => navigate(`/context/${id}`)}
        />
      )}
    </nav>
  );
}
