import { useReturnedFocus } from "../../../../web/ui/shortcuts/returned-focus";

/** What was typed before the code of the dialog had loaded, and whether Enter followed; empty once the dialog has it. */
export const typedAhead = { line: "", entered: false };

/**
 * Takes the place of the dialog while its code loads, and the characters that follow the key, which would otherwise be
 * lost, or be keys of the page.
 */
export function TypedAhead({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return opened && <Input onClose={onClose} />;
}

function Input({ onClose }: { onClose: () => void }) {
  useReturnedFocus();
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: as the dialog's own line
      autoFocus
      className="z-visually-hidden"
      aria-label="Title"
      onChange={({ target }) => {
        if (!typedAhead.entered) typedAhead.line = target.value;
      }}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === "Enter" && !nativeEvent.isComposing) typedAhead.entered = true;
        if (key !== "Escape") return;
        typedAhead.entered = false;
        onClose();
      }}
    />
  );
}
