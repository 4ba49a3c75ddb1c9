/**
 * One line of a table (RFC 4180). A text that a spreadsheet would run as a formula begins with an apostrophe there;
 * OWASP calls this CSV injection.
 */
export function csvLine(cells: readonly (string | null)[]): string {
  const shown = cells.map((cell) => {
    const text = cell ?? "";
    const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${shown.join(",")}\r\n`;
}
