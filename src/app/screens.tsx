import {
  type Icon,
  IconDownload,
  IconInbox,
  IconLayoutGrid,
  IconPlug,
  IconSettings,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import { onDemand } from "../web/on-demand";
import { webTexts } from "../web/texts";
import { Late } from "../web/ui/feedback/late";

export interface Screen {
  id: string;
  /** The first is where links lead. */
  paths: [string, ...string[]];
  /** Its name in the sidebar. */
  entry: string;
  /** Its title in the header. */
  header: string;
  icon: Icon;
  /** `G`, then this letter, leads to it. */
  key: string;
  /** Loads its code ahead of time. */
  load: () => Promise<unknown>;
  View: ScreenView;
}

type ScreenView = ComponentType<{ teamId: string }>;

/** The screens of the workspace in the order of the sidebar. A new screen is one line here. */
// biome-ignore format: one screen, one line
export const screens: Screen[] = [
  screen("inbox", "AI Inbox", "i", IconInbox, async () => (await import("../features/inbox/web/inbox/inbox-screen")).InboxScreen),
  screen("matrix", "Task Matrix", "m", IconLayoutGrid, async () => (await import("./screens/task-matrix")).TaskMatrix, { header: "Eisenhower Task Matrix", also: ["/", "/dashboard"] }),
  screen("import", "Import", "p", IconDownload, async () => (await import("../features/imports/web/import-screen")).ImportScreen),
  screen("integrations", "Integrations", "c", IconPlug, async () => (await import("../features/integrations/web/integrations-screen")).IntegrationsScreen),
  screen("settings", "Settings", "s", IconSettings, async () => (await import("./screens/settings-screen")).SettingsScreen),
];

/** Describes a screen at `/{id}`. Its code is loaded when it is opened, or ahead of time by `load`. */
function screen(
  id: string,
  entry: string,
  key: string,
  icon: Icon,
  load: () => Promise<ScreenView>,
  { header = entry, also = [] }: { header?: string; also?: string[] } = {},
): Screen {
  const View = onDemand(load, <Late>{webTexts.loading}</Late>);
  return { id, paths: [`/${id}`, ...also], entry, header, key, icon, load, View };
}

/** The screen at a path; undefined when it leads nowhere. */
export function screenAt(path: string): Screen | undefined {
  const bare = path.length > 1 ? path.replace(/\/+$/, "") : path;
  return screens.find(({ paths }) => paths.includes(bare));
}
