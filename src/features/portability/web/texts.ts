export const portabilityTexts = {
  export: "Export",
  exportTeam: "Export team data",
  preparing: "Counting…",
  failedToFetch: "Couldn't load the exports",
  failedToExport: "Couldn't start the export",
  failedToConfirm: "Failed to confirm that it's you",
} as const;
