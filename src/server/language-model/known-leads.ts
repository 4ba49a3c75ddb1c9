/** Without case, and without what stands between the digits of a number and after the end of a sentence. */
const bare = (text: string): string => text.toLowerCase().replaceAll(/[\s()/.,;:!?+-]+/g, "");

/**
 * Checks answers for addresses and numbers that the model's source doesn't have: somebody's text may have told it to
 * send people there.
 *
 * @param leads - finds what leads somewhere, such as an address.
 * @returns whether the source has all that an answer leads to.
 */
export function knownLeads(source: string, leads: RegExp): (answer: string) => boolean {
  const known = bare(source);
  return (answer) => (answer.match(leads) ?? []).every((lead) => known.includes(bare(lead)));
}
