import { useState } from "react";
import { QueryView } from "../../../../web/ui/feedback/query-view";
import { Sheet } from "../../../../web/ui/sheet";
import lineInput from "../../../../web/ui/styles/line-input.module.css";
import { dealInWords } from "../../../inbox/web/message/deal-words";
import type { CrmDealView } from "../../contract";
import classes from "./deal.module.css";
import { useDeals } from "./deal-queries";
import { dealTexts } from "./texts";

interface ChooseDealProps {
  teamId: string;
  onChoose: (deal: CrmDealView) => void;
  onClose: () => void;
}

/** Finds an open deal by words of its name or company; Enter takes the first. Mounted means open. */
export function ChooseDeal({ teamId, onChoose, onClose }: ChooseDealProps) {
  const [text, setText] = useState("");
  const words = text.trim();
  const query = useDeals(teamId, words);
  return (
    <Sheet title={dealTexts.chooseTitle} width={480} focusInside onClose={onClose}>
      <input
        data-autofocus
        className={lineInput.input}
        aria-label={dealTexts.find}
        placeholder={dealTexts.find}
        autoComplete="off"
        maxLength={200}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          const [first] = query.isPlaceholderData ? [] : (query.data ?? []);
          if (event.key === "Enter" && !event.nativeEvent.isComposing && first) onChoose(first);
        }}
      />
      <QueryView query={query} failure={dealTexts.failedToSearch}>
        {(deals) =>
          deals.length === 0 ? (
            <p className={classes.quiet} role="status">
              {words === "" ? dealTexts.none : dealTexts.noneFound}
            </p>
          ) : (
            <ul className={classes.choices} aria-label="Open deals">
              {deals.map((deal) => (
                <li key={`${deal.connectionId} ${deal.dealId}`}>
                  <button type="button" className={classes.choice} onClick={() => onChoose(deal)}>
                    <strong dir="auto">{deal.name}</strong>
                    <span className={classes.quiet} dir="auto">
                      {[deal.companyName, dealInWords({ ...deal, name: "" })].filter(Boolean).join(", ")}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </Sheet>
  );
}
