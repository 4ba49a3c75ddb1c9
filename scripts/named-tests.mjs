// Sorts what `npm test -- …` names: browser tests have a configuration of their own.
import { existsSync } from "node:fs";
import { join } from "node:path";

/**
 * Splits the arguments of one run into those of two, if they name tests of both kinds. Options such as `-t NAME` belong
 * to both.
 *
 * @returns {{ unit: string[] | null, browser: string[] | null }} null: nothing of this kind is named.
 */
export function sortNamed(args, root) {
  if (args.includes("--config")) return { unit: args, browser: null };
  const kindOf = (arg) => {
    if (/^(\.\/)?e2e(\/|$)/.test(arg)) return "browser";
    return /\.test\.tsx?$/.test(arg) || existsSync(join(root, arg)) ? "unit" : "both";
  };
  const kinds = args.map(kindOf);
  const without = (kind) => args.filter((_, index) => kinds[index] !== kind);
  const browser = kinds.includes("browser") ? without("unit") : null;
  return { unit: browser && !kinds.includes("unit") ? null : without("browser"), browser };
}
