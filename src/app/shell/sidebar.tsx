import { useMediaQuery } from "@mantine/hooks";
import { IconKeyboard } from "@tabler/icons-react";
import { Link } from "wouter";
import type { User } from "../../features/auth/contract";
import { hasBilling } from "../../features/billing/web/billing-settings";
import { IconButton } from "../../web/ui/icon-button";
import { latePart } from "../../web/ui/lazy-part";
import { Logo } from "../../web/ui/logo";
import { useKeyNames, withKeys } from "../../web/ui/shortcuts/key-hint";
import { Tooltip } from "../../web/ui/tooltip";
import { listedScreens, type Screen } from "../screens";
import navEntry from "./nav-entry.module.css";
import classes from "./sidebar.module.css";
import { ThemeChoice } from "./theme-choice";
import { UserBlock } from "./user-block";

const Checklist = latePart(() => import("../../features/start/web/checklist"), "Checklist");

const ChecklistButton = latePart(() => import("../../features/start/web/checklist"), "ChecklistButton");

const PlanLine = latePart(() => import("../../features/billing/web/plan-line"), "PlanLine");

const TeamLine = latePart(() => import("../../features/teams/web/team-line"), "TeamLine");

interface SidebarProps {
  user: User;
  /** Undefined if no team is shown. */
  teamId: string | undefined;
  current: Screen | undefined;
  onHelp: () => void;
  /** Called when the pointer or the focus reaches the help button. */
  onHelpNear: () => void;
}

/** The views, the theme, the help and the user; only icons below 1100 px, hidden on phones. */
export function Sidebar({ user, teamId, current, onHelp, onHelpNear }: SidebarProps) {
  const keys = useKeyNames();
  const rail = useMediaQuery("(max-width: 68.74em)");
  return (
    <aside className={classes.sidebar} aria-label="Sidebar">
      <div className={classes.brand}>
        <Logo size={26} />
        <span className={classes.label}>Zippy</span>
      </div>
      <nav aria-label="Views" className={classes.views}>
        {listedScreens.map((screen) => (
          <Tooltip
            key={screen.id}
            label={rail ? withKeys(screen.entry, keys(`g ${screen.key}`)) : keys(`g ${screen.key}`)}
            position="right"
          >
            <Link
              href={screen.paths[0]}
              className={`${navEntry.entry} ${classes.entry}`}
              aria-current={screen === current ? "page" : undefined}
              onPointerEnter={screen.View.preload}
              onFocus={screen.View.preload}
            >
              <screen.icon size={18} stroke={1.75} aria-hidden />
              <span className={classes.label}>{screen.entry}</span>
            </Link>
          </Tooltip>
        ))}
      </nav>
      <div className={classes.foot}>
        {teamId && user.demoEndsAt === null && hasBilling && (
          <PlanLine teamId={teamId} rail={rail ?? false} />
        )}
        {teamId &&
          user.demoEndsAt === null &&
          (rail ? <ChecklistButton teamId={teamId} /> : <Checklist teamId={teamId} />)}
        {teamId && <TeamLine rail={rail ?? false} />}
        <div className={classes.tools}>
          <ThemeChoice />
          <Tooltip label={withKeys("Keyboard shortcuts", keys("?"))} position={rail ? "right" : "top"}>
            <IconButton
              label="Keyboard shortcuts"
              className={classes.help}
              onPointerEnter={onHelpNear}
              onFocus={onHelpNear}
              onClick={onHelp}
            >
              <IconKeyboard size={18} stroke={1.75} aria-hidden />
            </IconButton>
          </Tooltip>
        </div>
        <UserBlock user={user} position={rail ? "right" : "top"} />
      </div>
    </aside>
  );
}
