/** Apart from the texts of the bell, which loads first. */
export const choiceTexts = {
  what: "Tell me about",
  whatHint: "A switch applies to what comes from now on. What is in the bell already stays there.",
  quiet: "Quiet hours",
  quietHint:
    "In these hours, the bell shows no count. Nothing is lost. If both times are the same, the whole day is quiet.",
  from: "From",
  to: "To",
  changeZone: "Change time zone",
  failedToSave: "Failed to save your choice",
} as const;
