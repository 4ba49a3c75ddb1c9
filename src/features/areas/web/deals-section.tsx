import { Skeleton } from "@mantine/core";
import { useId } from "react";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { moneyInWords } from "../../inbox/web/message/deal-words";
import type { Area } from "../contract";
import items from "./area-items.module.css";
import { useAreaDeals } from "./area-queries";
import classes from "./deals-section.module.css";
import { areaTexts } from "./texts";

/** The deals of the companies that an area follows. */
export function DealsSection({ area }: { area: Area }) {
  const deals = useAreaDeals(area.teamId, area.id);
  const title = useId();
  return (
    <section className={items.section} aria-labelledby={title}>
      <h2 id={title} className={items.title}>
        {areaTexts.deals}
      </h2>
      <QueryView
        query={deals}
        failure={areaTexts.failedToFetchDeals}
        skeleton={<Skeleton height={64} radius="sm" />}
      >
        {(all) =>
          all.length === 0 ? (
            <p className={items.none}>{areaTexts.noDeals}</p>
          ) : (
            <ul className={items.rows}>
              {all.map((deal) => (
                <li key={deal.id} className={classes.deal}>
                  {deal.url ? (
                    <a href={deal.url} target="_blank" rel="noreferrer" className={classes.name} dir="auto">
                      {deal.name}
                    </a>
                  ) : (
                    <span className={classes.name} dir="auto">
                      {deal.name}
                    </span>
                  )}
                  <span className={classes.meta} dir="auto">
                    {[deal.companyName, deal.stage, moneyInWords(deal)].filter(Boolean).join(" · ")}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </section>
  );
}
