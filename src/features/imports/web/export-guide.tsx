import { ownTimeZone } from "../../../shared/time-zone";
import classes from "./import-screen.module.css";

/** How to get each kind of archive, in one line. */
const sources: readonly [name: string, how: string][] = [
  ["Mail", "mbox or EML from Google Takeout, Thunderbird or Apple Mail."],
  [
    "Slack",
    "an owner of the workspace exports it under Workspace settings, Import/Export Data. Add the zip file unchanged.",
  ],
  ["WhatsApp", "open the chat menu, then More, Export chat. Add the .txt or the .zip."],
  [
    "Telegram",
    "in Telegram Desktop, use Export chat history, or Settings, Advanced, Export Telegram data, as JSON. Add result.json.",
  ],
  [
    "CSV",
    "a table whose first row names its columns. It needs date and text; sender, subject and channel help.",
  ],
];

/**
 * What you can import, and how to get it.
 *
 * @param open - whether to start expanded. Collapsed, an import in progress stays near the top.
 */
export function ExportGuide({ open }: { open: boolean }) {
  const timeZone = ownTimeZone();
  return (
    <details className={classes.guide} open={open}>
      <summary>How to get an export</summary>
      <dl>
        {sources.map(([name, how]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{how}</dd>
          </div>
        ))}
      </dl>
      {timeZone && (
        <p className={classes.guideNote}>
          Times without a zone, as in WhatsApp chats, are read as times in {timeZone.replaceAll("_", " ")}.
        </p>
      )}
    </details>
  );
}
