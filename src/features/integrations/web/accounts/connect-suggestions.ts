import type { ConnectSuggestion, IntegrationProvider } from "../../contract";

type Fields = IntegrationProvider["fields"];
type Values = Readonly<Record<string, string>>;

/** What is known about the provider that a field's value names; undefined if it names none. */
export function suggestionFor(fields: Fields, values: Values): ConnectSuggestion | undefined {
  for (const { name, suggestions = [] } of fields) {
    const value = (values[name] ?? "").trim().toLowerCase();
    const found = suggestions.find(({ endings }) => endings.some((ending) => value.endsWith(ending)));
    if (found) return found;
  }
  return undefined;
}

/** The values after a change, with what it suggests. What somebody typed themselves stays. */
export function withSuggestion(fields: Fields, before: Values, after: Values): Record<string, string> {
  const now = suggestionFor(fields, after)?.values ?? {};
  const earlier = suggestionFor(fields, before)?.values ?? {};
  const next: Record<string, string> = { ...after };
  for (const { name, value: initial = "" } of fields) {
    const untouched = after[name] === initial || after[name] === earlier[name];
    const suggested = now[name] ?? (name in earlier ? initial : undefined);
    if (before[name] === after[name] && untouched && suggested !== undefined) next[name] = suggested;
  }
  return next;
}
