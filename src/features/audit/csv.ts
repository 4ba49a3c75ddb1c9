/** The signs that a formula begins with. */
const formula = "[=+\\-@\\t\\r\\n＝＋－＠]";
/** Such a sign at the beginning of a cell, also where a spreadsheet begins one at a semicolon or a tab. */
const inCell = new RegExp(`^(?=${formula})|(?<=[;\\t][ "']*)(?=${formula})`, "g");

/**
 * One line of a table (RFC 4180). A text that a spreadsheet would run as a formula begins with an apostrophe there;
 * OWASP calls this CSV injection. In many countries spreadsheets separate cells by semicolons.
 */
export function csvLine(cells: readonly (string | null)[]): string {
  const shown = cells.map((cell) => {
    const safe = (cell ?? "").replace(inCell, "'");
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${shown.join(",")}\r\n`;
}
