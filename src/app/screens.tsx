import {
  type Icon,
  IconAddressBook,
  IconBulb,
  IconChartBar,
  IconCreditCard,
  IconDownload,
  IconInbox,
  IconLayoutGrid,
  IconMicrophone,
  IconPlug,
  IconSettings,
} from "@tabler/icons-react";
import { billingSettings } from "../features/billing/web/billing-settings";
import { providerIds } from "../features/channels/providers";
import { type LazyPart, lazyView } from "../web/ui/lazy-part";
import { settingsSections } from "./screens/settings-sections";

export interface Screen {
  id: string;
  /** The first is the one that links use. */
  paths: [string, ...string[]];
  /** What may follow the first path: the id of the open message or task, a provider, or a section. */
  below?: RegExp;
  /** Its name in the sidebar. */
  entry: string;
  /** Its title in the header. */
  header: string;
  icon: Icon;
  /** `G`, then this letter, opens it. */
  key: string;
  /** True if the sidebar's plan leads there, and no entry of the list. */
  unlisted: boolean;
  View: ScreenView;
}

type ScreenView = LazyPart<{ teamId: string }>;

/** The id of a row that a screen can open. */
const anId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether a path names a row, which belongs to one team. */
export const namesRow = (path: string): boolean => anId.test(path.split("/")[2] ?? "");

const oneOf = (ids: readonly string[]): RegExp => new RegExp(`^(${ids.join("|")})$`);

/** The screens of the workspace in the order of the sidebar. A new screen is one line here. */
// biome-ignore format: one screen, one line
export const screens: Screen[] = [
  screen("inbox", "AI Inbox", "i", IconInbox, lazyView(() => import("./screens/inbox"), "Inbox"), { below: anId }),
  screen("matrix", "Task Matrix", "m", IconLayoutGrid, lazyView(() => import("./screens/task-matrix"), "TaskMatrix"), { header: "Eisenhower Task Matrix", also: ["/", "/dashboard"], below: anId }),
  screen("meetings", "Meetings", "e", IconMicrophone, lazyView(() => import("../features/meetings/web/meetings-screen"), "MeetingsScreen"), { header: "Meeting Recorder", below: anId }),
  screen("context", "Context Memory", "x", IconBulb, lazyView(() => import("../features/context/web/context-screen"), "ContextScreen"), { below: anId }),
  screen("analytics", "Analytics", "a", IconChartBar, lazyView(() => import("../features/analytics/web/analytics-screen"), "AnalyticsScreen"), { header: "Performance Analytics" }),
  screen("crm", "CRM Settings", "r", IconAddressBook, lazyView(() => import("../features/crm/web/crm-screen"), "CrmScreen")),
  screen("import", "Import", "p", IconDownload, lazyView(() => import("../features/imports/web/import-screen"), "ImportScreen")),
  screen("integrations", "Integrations", "c", IconPlug, lazyView(() => import("../features/integrations/web/integrations-screen"), "IntegrationsScreen"), { below: oneOf(providerIds) }),
  ...(billingSettings().mode === "off" ? [] : [screen("billing", "Billing", "b", IconCreditCard, lazyView(() => import("../features/billing/web/billing-screen"), "BillingScreen"), { header: "Billing & Subscription", unlisted: true })]),
  screen("settings", "Settings", "s", IconSettings, lazyView(() => import("./screens/settings-screen"), "SettingsScreen"), { below: oneOf(settingsSections) }),
];

/** The screens that have an entry in the sidebar. */
export const listedScreens = screens.filter(({ unlisted }) => !unlisted);

/** Describes a screen at `/{id}`. */
function screen(
  id: string,
  entry: string,
  key: string,
  icon: Icon,
  View: ScreenView,
  {
    header = entry,
    also = [],
    below,
    unlisted = false,
  }: { header?: string; also?: string[]; below?: RegExp; unlisted?: boolean } = {},
): Screen {
  return {
    id,
    paths: [`/${id}`, ...also],
    entry,
    header,
    key,
    icon,
    unlisted,
    View,
    ...(below && { below }),
  };
}

/** The screen at a path; undefined if there is none. */
export function screenAt(path: string): Screen | undefined {
  const bare = path.length > 1 ? path.replace(/\/+$/, "") : path;
  return screens.find(
    ({ paths, below }) =>
      paths.includes(bare) ||
      (bare.startsWith(`${paths[0]}/`) && below?.test(bare.slice(paths[0].length + 1))),
  );
}
