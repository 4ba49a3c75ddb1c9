/** What somebody typed into the search box. */
export interface SearchQuery {
  /** What is left without the operators. */
  words: string;
  /** Part of a sender's name or address. */
  from: string | null;
  channel: string | null;
  is: SearchState | null;
  due: SearchDue | null;
  /** The beginning of an area's name. */
  area: string | null;
}

export const searchStates = ["open", "blocked", "resolved", "new", "snoozed"] as const;
export type SearchState = (typeof searchStates)[number];
export const searchDues = ["overdue", "today", "tomorrow", "week", "month"] as const;
export type SearchDue = (typeof searchDues)[number];

const operator = /(?:^|\s)(from|channel|is|due|area):(?:"([^"]*)"|(\S+))/gi;

/** Separates the operators from the words. What only looks like an operator stays a word. */
export function readSearchQuery(text: string): SearchQuery {
  const query: SearchQuery = { words: "", from: null, channel: null, is: null, due: null, area: null };
  const words = text.replace(operator, (whole, name: string, quoted?: string, plain?: string) => {
    const value = (quoted ?? plain ?? "").trim().toLowerCase();
    switch (name.toLowerCase()) {
      case "from":
        query.from = value;
        return " ";
      case "channel":
        query.channel = value;
        return " ";
      case "area":
        query.area = value || null;
        return " ";
      case "is":
        query.is = searchStates.find((state) => state === value) ?? null;
        return query.is ? " " : whole;
      default:
        query.due = searchDues.find((due) => due === value || `${due}s` === value) ?? null;
        return query.due ? " " : whole;
    }
  });
  return { ...query, words: words.replace(/\s+/g, " ").trim() };
}
