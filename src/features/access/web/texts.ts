export const accessTexts = {
  title: "Access tokens",
  about:
    "A token lets a program of yours read or change this team through the API, in your name. It reaches only what you choose, and ends when you leave the team.",
  none: "You have no access tokens.",
  failedToFetch: "Couldn't load your access tokens",
  failedToCreate: "Failed to create the token",
  failedToRevoke: "Failed to revoke the token",
  shownOnce: "Copy it now. It is shown only this once.",
} as const;
