/** Goes back from what the address names, whose entry in the history may have those of dialogs above it. */
export function leaveAddress(): void {
  const { above = 0 } = (window.history.state ?? {}) as { above?: number };
  // Without this, the dialog that closes meanwhile would go back once more.
  window.history.replaceState(null, "");
  window.history.go(-1 - above);
}
