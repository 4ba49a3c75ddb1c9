import type { Import } from "../contract";
import classes from "./import-screen.module.css";

/** What an archive contains and, after the start, what was imported of it. */
export function ImportCounts({ of }: { of: Import }) {
  const started = of.status === "running" || of.status === "completed";
  const figures: [string, number][] = [
    ["Found", of.found],
    started ? ["Imported", of.stored] : ["New", of.new],
    ["Duplicates", of.duplicate],
    ["Damaged", of.damaged],
  ];
  return (
    <dl className={classes.figures}>
      {figures.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{count.toLocaleString("en-US")}</dd>
        </div>
      ))}
    </dl>
  );
}
