export const preferenceTexts = {
  muted: (name: string) => `Muted ${name}`,
  mutedDetail: "Their messages stay in All Messages. Settings → Inbox lists whom you muted.",
  muteLater: (name: string) => `Mute ${name}`,
  unmuteLater: (name: string) => `Unmute ${name}`,
  saveLater: (name: string) => `Save the filter “${name}”`,
  deleteLater: (name: string) => `Delete the filter “${name}”`,
} as const;
