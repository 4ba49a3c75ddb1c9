export const portabilityTexts = {
  export: "Export",
  ownExport: "Your data",
  ownExportAbout:
    "Everything about you in one zip file: your account, sessions, settings and consents, and in each of your teams what you wrote, what is assigned to you, and what only you may see. It leaves out access to connected accounts.",
  exportOwn: "Download my data",
  exportTeam: "Export team data",
  failedToFetch: "Couldn't load the exports",
  failedToExport: "Couldn't start the export",
  deleteTeam: "Delete team",
  deleteAccount: "Delete account",
  accountDeleted: "Your account will be deleted",
  accountKept: "Your account is kept",
  failedToDeleteTeam: "Failed to delete the team",
  failedToDeleteAccount: "Failed to delete the account",
  failedToTakeBack: "Failed to cancel the deletion",
  failedToConfirm: "Failed to confirm that it's you",
} as const;
