import { Button } from "@mantine/core";
import { IconBriefcase } from "@tabler/icons-react";
import { useState } from "react";
import { QueryView } from "../../../../web/ui/feedback/query-view";
import type { SenderContact } from "../../../inbox/contract";
import { dealInWords } from "../../../inbox/web/message/deal-words";
import { useMessage } from "../../../inbox/web/message-queries";
import type { Task } from "../../../tasks/contract";
import type { TaskDeal as TaskDealView } from "../../contract";
import { crmName } from "../../crm-facts";
import { ChooseDeal } from "./choose-deal";
import classes from "./deal.module.css";
import { type ChosenDeal, type DealLink, useSetTaskDeal, useTaskDeal } from "./deal-queries";
import { dealTexts, stateTexts } from "./texts";

interface TaskDealProps {
  task: Task;
  teamId: string;
  onCover: (covered: boolean) => void;
}

/** The deal of a task and what the CRM has of the task; nothing for teams without deals. */
export function TaskDeal({ task, teamId, onCover }: TaskDealProps) {
  const query = useTaskDeal(teamId, task);
  const setDeal = useSetTaskDeal(teamId);
  const [choosing, setChoosing] = useState(false);
  const { data } = query;
  if (data && data.state === null && !data.choices) return null;
  // Most teams have no CRM, so nothing is announced before the answer.
  if (!data && !query.isError) return null;
  const before = data?.deal ?? null;
  const link = (deal: ChosenDeal | null) => setDeal({ task, deal, before });
  const choose = (opened: boolean) => {
    setChoosing(opened);
    onCover(opened);
  };
  return (
    <section className={classes.section} aria-labelledby="task-deal">
      <div className={classes.head}>
        <h3 id="task-deal">{dealTexts.title}</h3>
        {data?.state === null && (
          <Button variant="subtle" size="compact-sm" className={classes.end} onClick={() => choose(true)}>
            {dealTexts.choose}
          </Button>
        )}
      </div>
      <QueryView query={query} failure={dealTexts.failedToFetch}>
        {(deal) =>
          deal.state === null ? (
            task.messageId && <OfferedDeals messageId={task.messageId} onLink={link} />
          ) : (
            <LinkedDeal deal={deal} onUnlink={() => link(null)} onKeep={() => link(before)} />
          )
        }
      </QueryView>
      {choosing && (
        <ChooseDeal
          teamId={teamId}
          onChoose={(deal) => {
            choose(false);
            link(deal);
          }}
          onClose={() => choose(false)}
        />
      )}
    </section>
  );
}

interface LinkedDealProps {
  deal: TaskDealView;
  onUnlink: () => void;
  onKeep: () => void;
}

function LinkedDeal({ deal: { deal, provider, origin, state, sample }, onUnlink, onKeep }: LinkedDealProps) {
  const crm = provider === null ? "the CRM" : crmName(provider);
  const leaving = state === "leaving";
  return (
    <div className={classes.deal}>
      <IconBriefcase size={16} aria-hidden />
      <div className={classes.words}>
        {deal ? (
          <>
            <strong dir="auto">{deal.name}</strong>
            <span className={classes.quiet} dir="auto">
              {[deal.companyName, dealInWords({ ...deal, name: "" })].filter(Boolean).join(", ")}
            </span>
          </>
        ) : (
          origin === "zippy" && <span>{dealTexts.gone}</span>
        )}
        <span className={classes.quiet} role="status">
          {state && (sample ? dealTexts.sample : stateTexts[state](crm))}
        </span>
        {deal?.url && (
          <a href={deal.url} target="_blank" rel="noreferrer noopener">
            {dealTexts.open}
          </a>
        )}
      </div>
      {origin === "zippy" && (deal || !leaving) && (
        <Button variant="subtle" size="compact-sm" onClick={leaving ? onKeep : onUnlink}>
          {leaving ? "Undo" : dealTexts.unlink}
        </Button>
      )}
    </div>
  );
}

interface OfferedDealsProps {
  messageId: string;
  onLink: (deal: ChosenDeal) => void;
}

/** The open deals of the person whose message became the task. */
function OfferedDeals({ messageId, onLink }: OfferedDealsProps) {
  const { data: message } = useMessage(messageId);
  const offered = linkable(message?.contact);
  if (!message?.contact || offered.length === 0) return null;
  const { name, companyName } = message.contact;
  return (
    <>
      <p className={classes.quiet}>{dealTexts.offered(name ?? companyName ?? dealTexts.theSender)}</p>
      <ul className={classes.offered}>
        {offered.map((deal) => (
          <li key={deal.link.dealId} className={classes.deal}>
            <IconBriefcase size={16} aria-hidden />
            <span className={classes.words} dir="auto">
              {dealInWords(deal)}
            </span>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`${dealTexts.link}: ${deal.name}`}
              onClick={() => onLink({ ...deal, ...deal.link })}
            >
              {dealTexts.link}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

type LinkableDeal = SenderContact["deals"][number] & { link: DealLink };

const linkable = (contact: SenderContact | null | undefined): LinkableDeal[] =>
  contact?.deals.filter((deal): deal is LinkableDeal => deal.link !== null) ?? [];
