import {
  type Icon,
  IconDownload,
  IconInbox,
  IconLayoutGrid,
  IconPlug,
  IconSettings,
} from "@tabler/icons-react";
import { type ComponentType, lazy } from "react";
import { texts } from "../shared/texts";

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
  View: ComponentType<{ teamId: string }>;
}

const inbox = () => import("../features/inbox/web/inbox/inbox-screen");
const matrix = () => import("./screens/task-matrix");
const imports = () => import("../features/imports/web/import-screen");
const integrations = () => import("../features/integrations/web/integrations-screen");
const settings = () => import("./screens/settings-screen");

/** The views of the workspace in the order of the sidebar; a new screen is one line here. */
export const screens: Screen[] = [
  {
    id: "inbox",
    paths: ["/inbox"],
    ...texts.views.inbox,
    icon: IconInbox,
    key: "i",
    load: inbox,
    View: lazy(() => inbox().then((module) => ({ default: module.InboxScreen }))),
  },
  {
    id: "matrix",
    paths: ["/matrix", "/", "/dashboard"],
    ...texts.views.matrix,
    icon: IconLayoutGrid,
    key: "m",
    load: matrix,
    View: lazy(() => matrix().then((module) => ({ default: module.TaskMatrix }))),
  },
  {
    id: "import",
    paths: ["/import"],
    ...texts.views.import,
    icon: IconDownload,
    key: "p",
    load: imports,
    View: lazy(() => imports().then((module) => ({ default: module.ImportScreen }))),
  },
  {
    id: "integrations",
    paths: ["/integrations"],
    ...texts.views.integrations,
    icon: IconPlug,
    key: "c",
    load: integrations,
    View: lazy(() => integrations().then((module) => ({ default: module.IntegrationsScreen }))),
  },
  {
    id: "settings",
    paths: ["/settings"],
    ...texts.views.settings,
    icon: IconSettings,
    key: "s",
    load: settings,
    View: lazy(() => settings().then((module) => ({ default: module.SettingsScreen }))),
  },
];

/** The view a path opens; undefined when it leads nowhere. */
export function screenAt(path: string): Screen | undefined {
  const bare = path.length > 1 ? path.replace(/\/+$/, "") : path;
  return screens.find((screen) => screen.paths.includes(bare));
}
