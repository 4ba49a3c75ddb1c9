import type { Mail } from "../../server/mailer";

/** What a warning says about the team it is about. */
export interface TeamOfMail {
  name: string;
  /** The owner's address. */
  email: string;
  publicUrl: string;
}

const long = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
/** A name in a subject stays on its line. */
const oneLine = (name: string): string => name.replace(/\s+/g, " ").slice(0, 100);

/** Says when a team's data will be deleted, and how to prevent it. */
export function warningMail({ name, email, publicUrl }: TeamOfMail, deletesAt: Date): Mail {
  const date = long.format(deletesAt);
  return {
    to: email,
    subject: `${oneLine(name)}: your data will be deleted on ${date}`,
    text: [
      `Your team "${oneLine(name)}" no longer has a plan. Everything in it will be deleted on ${date} (UTC).`,
      "To keep it, do one of these before then:",
      `- Subscribe to a plan, or choose "Continue with Free": ${publicUrl}/billing\n- Export your data: ${publicUrl}/settings/data`,
      "After the deletion, nobody can bring it back.",
    ].join("\n\n"),
  };
}

/** Says what was deleted. @param removed - rows by table. */
export function deletedMail({ name, email }: TeamOfMail, removed: Record<string, number>): Mail {
  const tables = Object.entries(removed).filter(([, rows]) => rows > 0);
  const total = tables.reduce((sum, [, rows]) => sum + rows, 0);
  return {
    to: email,
    subject: `${oneLine(name)}: your data was deleted`,
    text: [
      `Everything in your team "${oneLine(name)}" was deleted, as announced: ${total.toLocaleString("en-US")} records.`,
      tables
        .map(([table, rows]) => `${table.replaceAll("_", " ")}: ${rows.toLocaleString("en-US")}`)
        .join("\n"),
    ].join("\n\n"),
  };
}
