import { z } from "zod";

export const backupFormat = { name: "zippy-backup", version: 1 } as const;

/** The files in the data folder without which its data is of little use. */
export const keyFiles = ["secret.key", "local-identity.key", "local-key"] as const;

/** What `manifest.json`, the last file of a backup, says. */
export const BackupManifest = z.object({
  format: z.literal(backupFormat.name),
  version: z.int(),
  /** As in `structureVersion`: larger is newer. */
  structure: z.number(),
  createdAt: z.string(),
  /** The version of PostgreSQL that it was made with. */
  postgres: z.string(),
  /** In the order in which they can be restored. */
  tables: z.array(
    z.object({ table: z.string(), file: z.string(), rows: z.int(), columns: z.array(z.string()) }),
  ),
  blobs: z.array(z.string()),
  keys: z.array(z.string()),
});
export type BackupManifest = z.infer<typeof BackupManifest>;
