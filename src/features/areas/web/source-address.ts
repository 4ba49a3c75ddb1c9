import type { SourceRef } from "../contract";

/** Where a message, task or meeting opens. */
export const addressOf = ({ type, id }: SourceRef): string =>
  `/${{ task: "matrix", message: "inbox", meeting: "meetings" }[type]}/${id}`;
