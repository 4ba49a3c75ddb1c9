import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../project-root";

/** A change of the tables' structure. */
interface Migration {
  tag: string;
  /** When it was generated (milliseconds since 1970); a database remembers the newest that it has. */
  when: number;
}

export const migrationsFolder = join(projectRoot, "migrations");

/** @param folder - the file that lists its migrations. */
export const migrationsFile = (folder: string): string => join(folder, "meta", "_journal.json");

/** The migrations of this version of Zippy, as the folder's file lists them. */
export const readMigrations = (): { entries: Migration[] } =>
  JSON.parse(readFileSync(migrationsFile(migrationsFolder), "utf8")) as { entries: Migration[] };

/** The newest structure that this version knows; see `structureVersion`. */
export const newestStructure = (): number => Math.max(...readMigrations().entries.map(({ when }) => when));
