/** The sections of the settings, as they are in addresses: `/settings/{section}`. Others are unknown paths. */
// biome-ignore format: one list, few lines
export const settingsSections = [
  "profile", "team", "inbox", "notifications", "keyboard", "corrections", "memory", "privacy", "speech", "calendar",
  "tokens", "webhooks", "sessions", "data",
] as const;
export type SettingsSection = (typeof settingsSections)[number];
