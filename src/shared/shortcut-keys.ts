import { z } from "zod";

/** A person's own keys, by the keys that the shortcuts have by default. */
export const ShortcutKeys = z
  .record(
    z.string().regex(/^(mod\+|g )?\S$/, "Only keys of one character can be changed."),
    z.string().regex(/^(mod\+|g )?\S$/, "Choose a key of one character."),
  )
  .refine((keys) => Object.keys(keys).length <= 60, "Keep within 60 keys.")
  .refine((keys) => new Set(Object.values(keys)).size === Object.keys(keys).length, "Choose each key once.")
  .meta({ example: { e: "r" } });
export type ShortcutKeys = z.infer<typeof ShortcutKeys>;
