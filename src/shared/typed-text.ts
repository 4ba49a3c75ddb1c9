import { z } from "zod";

/** Anything that leaves a mark on the screen, unlike whitespace, zero-width characters and Hangul fillers. */
const visible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Control}\u2800]/u;

/** What somebody typed without the whitespace around it; empty if nothing of it can be seen. */
export const trimmed = (text: string): string => (visible.test(text) ? text.trim() : "");

/** A name, title or other text that people type and read: {@link trimmed}. */
export const typedText = (required?: { error: string }) => z.string(required).overwrite(trimmed);
