import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { parseArgs } from "node:util";
import { runCommand } from "./app/command";
import { openProduct } from "./app/start";
import type { Import } from "./features/imports/contract";
import { ConfigError, callerFolder, readConfig } from "./server/config";
import { counted } from "./shared/counted";
import { isTimeZone } from "./shared/time-zone";

const usage = `Usage: npm run import -- --email YOU@EXAMPLE.COM [--time-zone Europe/Berlin] [--me NAME]… [--dry-run] FILE…

FILE         mail (mbox, EML), an export from Slack (zip), WhatsApp (txt or zip) or Telegram (result.json),
             a table of messages (CSV), or a zip of them
--time-zone  time zone for times without one; default: this machine's
--me         your name in a chat, if the export doesn't say which sender you are; can be repeated
--dry-run    only count`;

interface Arguments {
  email: string;
  paths: string[];
  timeZone: string;
  me: string[];
  dryRun: boolean;
}

await runCommand(() => importFiles(readArguments()));

function readArguments(): Arguments {
  const { values, positionals } = parseCommandLine();
  const { email, me = [] } = values;
  if (!email || positionals.length === 0) throw new ConfigError(usage);
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new ConfigError(`${email} isn't an email address.`);
  const timeZone = values["time-zone"] ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!isTimeZone(timeZone))
    throw new ConfigError(`${timeZone} isn't a time zone. Use a name such as Europe/Berlin.`);
  const paths = positionals.map((path) => resolve(callerFolder(), path));
  return { email, paths, timeZone, me, dryRun: values["dry-run"] ?? false };
}

function parseCommandLine() {
  try {
    return parseArgs({
      options: {
        email: { type: "string" },
        "time-zone": { type: "string" },
        me: { type: "string", multiple: true },
        "dry-run": { type: "boolean" },
      },
      allowPositionals: true,
    });
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\n${usage}`);
  }
}

async function importFiles({ email, paths, timeZone, me, dryRun }: Arguments): Promise<void> {
  let size = 0;
  for (const path of paths) {
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile()) throw new ConfigError(`Can't read the file ${path}.`);
    size += found.size;
  }
  const product = await openProduct(readConfig(), (line) => console.error(line));
  const stopping = new AbortController();
  process.on("SIGINT", () => stopping.abort());
  process.on("SIGTERM", () => stopping.abort());
  try {
    const { auth, teams, imports, runImport } = product.services;
    const user = await auth.findOrCreateUser({ email, name: email.split("@")[0] ?? email });
    const teamId = await teams.firstOf(user.id);
    const files = paths.map((path) => ({ name: basename(path), path }));
    console.error("Counting…");
    const owner = { teamId, userId: user.id, email: user.email, timeZone };
    const { row, counts } = await imports.prepare(owner, files, size);
    for (const note of row.notes) console.error(note);
    console.error(`${counted(row.found, "message")} found: ${row.new} new, ${row.duplicate} already there.`);
    if (dryRun) {
      for (const problem of counts.problems) console.error(`${problem.where}: ${problem.reason}`);
      await imports.discard(row);
      const { found, new: fresh, duplicate, damaged } = row;
      console.log(JSON.stringify({ found, new: fresh, duplicate, damaged }));
      return;
    }
    const strangers = me.filter((name) => keysOf(row.people, name).length === 0);
    if (strangers.length > 0) {
      await imports.discard(row);
      throw new ConfigError(aboutStrangers(strangers, row.people));
    }
    const ownKeys = me.length > 0 ? me.flatMap((name) => keysOf(row.people, name)) : row.ownKeys;
    if (row.people.length > 0) console.error(aboutPeople(row.people, ownKeys));
    const result = await imports.runNow({ ...row, ownKeys }, runImport, stopping.signal, (done) =>
      console.error(`${done} of ${row.found}`),
    );
    for (const problem of result.problems) console.error(`${problem.where}: ${problem.reason}`);
    const { found, stored, duplicate, damaged, analysed } = result;
    console.log(JSON.stringify({ found, stored, duplicate, damaged, analysed }));
    if (result.status !== "completed")
      throw new ConfigError(result.error ?? "The import was stopped. Run it again.");
  } finally {
    await product.close();
  }
}

function keysOf(people: Import["people"], name: string): string[] {
  const wanted = name.trim().toLowerCase();
  return people.flatMap((one) => (one.name.toLowerCase() === wanted ? one.key : []));
}

function aboutStrangers(names: string[], people: Import["people"]): string {
  const known =
    people.length > 0 ? `The senders are: ${listed(people)}.` : "These files already say who you are.";
  return `No sender in these files is called ${names.join(" or ")}. ${known}`;
}

function aboutPeople(people: Import["people"], ownKeys: string[]): string {
  const own = people.filter(({ key }) => ownKeys.includes(key)).map(({ name }) => name);
  return own.length > 0
    ? `Messages from ${own.join(" and ")} count as your own.`
    : `These chats don't say which sender you are, so no message counts as your own. Name yourself with --me: ${listed(people)}.`;
}

function listed(people: Import["people"]): string {
  const names = people.slice(0, 10).map(({ name }) => name);
  return people.length > names.length
    ? `${names.join(", ")} and ${people.length - names.length} more`
    : names.join(", ");
}
