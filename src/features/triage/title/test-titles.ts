import type { Around } from "./candidate";
import { titleForms } from "./title-forms";

const nils: Around = {
  sender: "Nils",
  topic: "",
  open: false,
  likeliest: true,
  language: "en",
  readers: new Set(),
  before: "",
};

/** The titles that a sentence by Nils may give. */
export const titles = (text: string, around: Partial<Around> = {}) =>
  titleForms(text, { ...nils, ...around }).map(({ title }) => title);
