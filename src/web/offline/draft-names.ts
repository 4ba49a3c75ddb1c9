const names = new Map<string, string>();

/** What a queued change created has its id of the server from now on. Screens may still use the draft id. */
export function nameDraft(draftId: string, id: string): void {
  names.set(draftId, id);
}

/** A text for the server, such as an address, with its ids instead of draft ids. */
export function withServerIds(text: string): string {
  let named = text;
  for (const [draftId, id] of names) named = named.replaceAll(draftId, id);
  return named;
}
