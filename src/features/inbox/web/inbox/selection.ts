import { type SelectionStore, useSelected } from "../../../../web/selection-store";
import type { Message } from "../../contract";

/** The selected message. `focus`: the keyboard selected it, so the row takes the focus. */
export interface RowSelection {
  id: string;
  focus: boolean;
}

/** Which message is selected. */
export type Selection = SelectionStore<RowSelection>;

/** The id of the selected message. */
export const useSelectedId = (selection: Selection): string | undefined => useSelected(selection, idOf);

const idOf = (selected: RowSelection | undefined) => selected?.id;

/** The selected one of these messages. */
export function selectedOf(messages: Message[], selection: Selection): Message | undefined {
  const id = selection.get()?.id;
  return id === undefined ? undefined : messages.find((message) => message.id === id);
}
