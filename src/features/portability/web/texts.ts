export const portabilityTexts = {
  export: "Export",
  exportTeam: "Export team data",
  failedToFetch: "Couldn't load the exports",
  failedToExport: "Couldn't start the export",
  deleteTeam: "Delete team",
  deleteAccount: "Delete account",
  accountDeleted: "Your account is going to be deleted",
  failedToDeleteTeam: "Failed to delete the team",
  failedToDeleteAccount: "Failed to delete the account",
  failedToTakeBack: "Failed to take the deletion back",
  failedToConfirm: "Failed to confirm that it's you",
} as const;
