/** Labels that name a side or a place, not a person. */
const nobody = /^(?:others?|unknown|speaker\b.*|participant\b.*|guest\b.*|\d+|room\b.*|[a-z])$/i;

/** The people of a meeting, and how sentences name them. */
export interface MeetingPeople {
  /** Full and first names, longest first. */
  names: string[];
  /** The full name for a name that was said or is in a transcript; null if it names nobody. */
  fullName(name: string | null): string | null;
  /** The only other person, where there are two. */
  otherThan(speaker: string | null): string | null;
}

const key = (name: string) =>
  name
    .toLowerCase()
    .replace(/\s*\(.*\)\s*$/, "")
    .trim();

/**
 * @param speakers - as the transcript names them, in any order.
 * @param members - names of the team's members, which win over a transcript's spelling.
 */
export function peopleOf(speakers: readonly (string | null)[], members: readonly string[]): MeetingPeople {
  const persons = [...new Set(speakers.filter((name) => name !== null))].filter((name) => !nobody.test(name));
  const full = new Map<string, string>();
  const firsts = new Map<string, Set<string>>();
  for (const name of [...members, ...persons]) {
    const turned = /^([^,]+),\s*(\p{L}+)/u.exec(name);
    const parts = turned ? [turned[2]!, turned[1]!] : name.trim().split(/\s+/);
    const joined = parts.join(" ");
    const member = full.get(key(joined)) ?? (members.includes(name) ? name : matching(name, members)) ?? name;
    full.set(key(name), member);
    full.set(key(joined), member);
    const first = key(parts[0] ?? "");
    firsts.set(first, (firsts.get(first) ?? new Set()).add(member));
  }
  for (const [first, whose] of firsts)
    if (whose.size === 1 && first.length > 1 && !full.has(first)) full.set(first, [...whose][0]!);
  full.delete("");
  return {
    names: [...full.keys()].filter((name) => name !== "you").sort((one, other) => other.length - one.length),
    fullName: (name) => (name === null ? null : (full.get(key(name)) ?? null)),
    otherThan(speaker) {
      if (persons.length !== 2 || speaker === null || !persons.includes(speaker)) return null;
      const other = persons.find((name) => name !== speaker)!;
      return full.get(key(other)) ?? null;
    },
  };
}

/** "Ann" in a transcript is the only Ann of the team. */
function matching(name: string, members: readonly string[]): string | null {
  const found = members.filter((member) => key(member).split(/\s+/)[0] === key(name));
  return found.length === 1 ? found[0]! : null;
}
