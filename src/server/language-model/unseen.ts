/**
 * Characters that nobody sees: controls except tabs and line breaks, marks of direction, letters without a shape. They
 * could hide an instruction from the reader of a text that a model gets. A single one that joins letters or emoji, or
 * chooses the form of an emoji, stays, and so do the visible signs of Arabic and Syriac numbers.
 */
const unseen =
  /[^\P{Cc}\t\n\r]|(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f)[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])|(?<!\p{Emoji})[\ufe0e\ufe0f]|(?![\u200c\u200d]|[\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}|(?![\u0600-\u0605\u06dd\u070f\u08e2\u200c\u200d])\p{Cf}/gu;

/** A text as its readers see it, for models. */
export const withoutUnseen = (text: string): string => text.replace(unseen, "");
