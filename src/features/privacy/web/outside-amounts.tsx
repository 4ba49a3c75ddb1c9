import type { OutsideAmount, OutsideSummary } from "../contract";
import { serviceName, sizeWords } from "./call-words";
import classes from "./privacy.module.css";

/** How much was sent today and in the last 30 days, and to which service if there are several. */
export function OutsideAmounts({ summary: { today, last30Days } }: { summary: OutsideSummary }) {
  const several = last30Days.byService.length > 1;
  return (
    <div className={classes.amounts}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span className="z-visually-hidden">When</span>
            </th>
            <th scope="col">Calls</th>
            <th scope="col">Sent</th>
            <th scope="col">Received</th>
            <th scope="col">Tokens</th>
          </tr>
        </thead>
        <tbody>
          <Row name="Today" amount={today.all} />
          <Row name="Last 30 days" amount={last30Days.all} />
          {several &&
            last30Days.byService.map((one) => (
              <Row
                key={`${one.service} ${one.host}`}
                name={serviceName(one.service)}
                detail={one.host}
                amount={one}
              />
            ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ name, detail, amount }: { name: string; detail?: string; amount: OutsideAmount }) {
  return (
    <tr data-part={detail !== undefined || undefined}>
      <th scope="row">
        {name}
        {detail && <span className={classes.detail}>{detail}</span>}
      </th>
      <td>{amount.calls.toLocaleString("en-US")}</td>
      <td>{sizeWords(amount.bytesSent)}</td>
      <td>{sizeWords(amount.bytesReceived)}</td>
      <td>{amount.tokens.toLocaleString("en-US")}</td>
    </tr>
  );
}
