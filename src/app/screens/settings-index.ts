import type { User } from "../../features/auth/contract";
import { feedTexts } from "../../features/feeds/web/texts";
import { notificationTexts } from "../../features/notifications/web/texts";
import type { Team } from "../../features/teams/contract";
import { may } from "../../features/teams/rights";
import type { SettingsSection } from "./settings-sections";

/** Who looks at the settings. */
export interface SettingsViewer {
  team: Team;
  user: User;
  demo: boolean;
}

interface Entry {
  name: string;
  about: string;
  /** False if it would be empty for the viewer. */
  shown?: (viewer: SettingsViewer) => boolean;
}

/** What each section of the settings is called, as in their list and among the commands. */
export const settingsIndex: Record<SettingsSection, Entry> = {
  profile: { name: "Profile", about: "Name, time zone, your data", shown: ({ demo }) => !demo },
  team: { name: "Team", about: "Members, roles, invitations" },
  inbox: { name: "Inbox", about: "People you muted" },
  notifications: { name: notificationTexts.section, about: notificationTexts.about },
  keyboard: { name: "Keyboard", about: "Shortcuts and their keys" },
  corrections: { name: "Corrections", about: "What your team changed about analyses" },
  memory: { name: "Memory", about: "What Zippy remembers, to change or delete" },
  privacy: { name: "Privacy", about: "What is sent elsewhere, who sees your figures" },
  speech: { name: "Speech", about: "What transcribes recordings" },
  calendar: {
    name: feedTexts.title,
    about: "Your due tasks in another calendar",
    shown: ({ demo }) => !demo,
  },
  tokens: {
    name: "Access tokens",
    about: "For your programs, and what assistants called",
    shown: ({ demo }) => !demo,
  },
  webhooks: {
    name: "Webhooks",
    about: "Posts to other programs",
    shown: ({ team, demo }) => may(team.role, "integrations") && !demo,
  },
  sessions: { name: "Sessions", about: "Where you're signed in", shown: ({ demo }) => !demo },
  data: {
    name: "Data",
    about: "Export, audit log, delete team",
    shown: ({ team, demo }) => may(team.role, "readAuditLog") && !demo,
  },
};
