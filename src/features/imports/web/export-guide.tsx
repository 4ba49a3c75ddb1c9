import classes from "./import-screen.module.css";
import { ownTimeZone } from "./upload";

/** Where each kind of archive comes from, in one line. */
const sources: readonly [name: string, how: string][] = [
  ["Mail", "mbox or EML, as Google Takeout, Thunderbird and Apple Mail write them."],
  [
    "Slack",
    "an owner of the workspace exports it: Workspace settings, Import/Export Data. Add the zip as it comes.",
  ],
  ["WhatsApp", "in the chat: menu, More, Export chat. Add the .txt or the .zip."],
  [
    "Telegram",
    "in Telegram Desktop: Export chat history, or Settings, Advanced, Export Telegram data, as JSON. Add result.json.",
  ],
  ["CSV", "a table whose first row names its columns: date and text; better with sender, subject, channel."],
];

/**
 * What can be brought in, and how to get it.
 *
 * @param open - shown at once; else behind its heading, so that an import under way stands near the top.
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
          Times that name no zone, as in WhatsApp chats, are read as times in {timeZone.replaceAll("_", " ")}.
        </p>
      )}
    </details>
  );
}
