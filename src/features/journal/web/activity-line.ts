/** Something in the Activity that changed nothing, so it stands between the changes and can't be undone. */
export interface ActivityLine {
  id: string;
  summary: string;
  /** Who did it. */
  author: string;
  /** ISO 8601. */
  at: string;
}
