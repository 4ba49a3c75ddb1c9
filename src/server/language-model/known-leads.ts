/**
 * What leads somewhere: addresses, pages and files of any ending, and numbers of telephones and accounts. Browsers and
 * mail programs read other full stops (IDNA) in an address too. What stands before the first @ or full stop is looked
 * at for as far as a name may go, so that a long run of letters takes no longer than other text.
 */
const leads =
  /[^\s@]{1,64}@[^\s@]+|[\p{L}\d-]{1,63}(?:[.\u3002\uff0e\uff61][\p{L}\d-]+)+|\+?\d(?:[ ()/.-]{0,2}\d){4,}/gu;

/** Without case, and without what stands between the digits of a number and after the end of a sentence. */
const bare = (text: string): string => text.toLowerCase().replaceAll(/[\s()/.,;:!?+-]+/g, "");

/**
 * Checks answers for addresses and numbers that the model's source doesn't have: somebody's text may have told it to
 * send people there.
 *
 * @returns whether the source has all that an answer leads to.
 */
export function knownLeads(source: string): (answer: string) => boolean {
  const known = bare(source);
  return (answer) => (answer.match(leads) ?? []).every((lead) => known.includes(bare(lead)));
}
