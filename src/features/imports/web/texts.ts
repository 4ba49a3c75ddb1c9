export const importTexts = {
  failedToFetch: "Couldn't load imports",
  failedToFetchProblems: "Couldn't load the import errors",
  failedToUpload: "The upload didn't finish",
  failedToStart: "Failed to start the import",
  failedToDecide: "Failed to save the choice",
  decided: "Archive Sorted",
  failedToDiscard: "Failed to discard the import",
  privacy: "Everything stays on Zippy's server, and imported messages cause no notifications.",
} as const;
