import { Skeleton } from "@mantine/core";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { SectionCard } from "../../../web/ui/section-card";
import type { Invoice } from "../contract";
import classes from "./billing.module.css";
import { useInvoices } from "./billing-queries";
import { billingSettings } from "./billing-settings";
import { amountOf, longDate } from "./plan-words";
import { billingTexts } from "./texts";

const statuses = { paid: "Paid", open: "Open", void: "Void" } as const;

/** The team's invoices, newest first. */
export function InvoicesCard({ teamId }: { teamId: string }) {
  const invoices = useInvoices(teamId, true);
  return (
    <SectionCard title="Invoices">
      <QueryView
        query={invoices}
        failure={billingTexts.failedToFetchInvoices}
        skeleton={<Skeleton height={48} radius="sm" aria-hidden />}
      >
        {(list) =>
          list.length === 0 ? (
            <p className={classes.text}>
              There are no invoices yet. The first one comes with the first payment.
            </p>
          ) : (
            <ul className={classes.invoices} aria-label="Invoices">
              {list.map((invoice) => (
                <InvoiceRow key={invoice.id} invoice={invoice} />
              ))}
            </ul>
          )
        }
      </QueryView>
      {billingSettings().mode === "sandbox" && (
        <p className={classes.text}>Invoices here come from the sandbox. No money moves.</p>
      )}
    </SectionCard>
  );
}

function InvoiceRow({ invoice: { number, createdAt, amount, status, url } }: { invoice: Invoice }) {
  return (
    <li>
      <span>
        {url ? (
          <a href={url} target="_blank" rel="noreferrer">
            {number}
          </a>
        ) : (
          number
        )}
      </span>
      <span>{longDate(createdAt)}</span>
      <span className={classes.figure}>{amountOf(amount)}</span>
      <span>{statuses[status]}</span>
    </li>
  );
}
