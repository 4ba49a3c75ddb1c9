import { IconBriefcase } from "@tabler/icons-react";
import { counted } from "../../../../shared/counted";
import type { SenderContact } from "../../contract";
import { dealInWords, moneyInWords } from "./deal-words";
import classes from "./sender-contact.module.css";

/** Who the sender is in the CRM, in one line for a card. */
export function SenderContactLine({ contact }: { contact: SenderContact | null }) {
  if (!contact) return null;
  const [deal] = contact.deals;
  const words = [whoIs(contact), deal && `${dealsInWords(contact)}: ${dealInWords(deal)}`].filter(Boolean);
  return (
    <p className={classes.line} data-short title={words.join(" · ")}>
      <IconBriefcase size={14} aria-hidden />
      <span className={classes.words} dir="auto">
        {words.join(" · ")}
      </span>
    </p>
  );
}

/** The same with all deals, beside the open message. */
export function SenderContactCard({ contact }: { contact: SenderContact | null }) {
  if (!contact) return null;
  return (
    <section className={classes.contact} aria-label={`In ${contact.crm}`}>
      <p className={classes.line}>
        <IconBriefcase size={14} aria-hidden />
        <span className={classes.words} dir="auto">
          {whoIs(contact) || contact.crm} <Outside url={contact.url} words={`Open in ${contact.crm}`} />
        </span>
      </p>
      {contact.deals.length > 0 && (
        <ul className={classes.deals} aria-label="Open deals">
          {contact.deals.map((deal) => (
            <li key={`${deal.name} ${deal.stage} ${deal.amount}`} className={classes.deal}>
              <strong dir="auto">{deal.name}</strong>
              <span className={classes.stage} dir="auto">
                {[deal.stage, moneyInWords(deal)].filter(Boolean).join(" · ")}
              </span>
              <Outside url={deal.url} words="Open deal" />
            </li>
          ))}
          {contact.openDeals > contact.deals.length && (
            <li className={classes.deal}>
              <span className={classes.stage}>and {contact.openDeals - contact.deals.length} more</span>
            </li>
          )}
        </ul>
      )}
    </section>
  );
}

function Outside({ url, words }: { url: string | null; words: string }) {
  if (!url) return null;
  return (
    <a href={url} target="_blank" rel="noreferrer noopener">
      {words}
    </a>
  );
}

const whoIs = ({ name, jobTitle, companyName }: SenderContact): string =>
  [...new Set([name, jobTitle, companyName])].filter(Boolean).join(", ");

const dealsInWords = ({ openDeals }: SenderContact): string => counted(openDeals, "open deal");
