import { IconDots, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "wouter";
import type { User } from "../../features/auth/contract";
import { addTaskTexts } from "../../features/tasks/web/texts";
import { lazyDialog } from "../../web/ui/lazy-part";
import { listedScreens, type Screen } from "../screens";
import classes from "./bottom-bar.module.css";

const MoreDialog = lazyDialog(() => import("./more-dialog"), "MoreDialog");

interface BottomBarProps {
  user: User;
  /** Undefined if no team is shown. */
  teamId: string | undefined;
  current: Screen | undefined;
  /** Undefined where no task can be added. */
  onAddTask: (() => void) | undefined;
}

/** On phones: the first two views, Add, and More with the rest, the theme and the user. */
export function BottomBar({ user, teamId, current, onAddTask }: BottomBarProps) {
  const [more, setMore] = useState(false);
  const rest = listedScreens.slice(2);
  return (
    <nav aria-label="Views" className={classes.bar} data-bottom-bar>
      {listedScreens.slice(0, 2).map((screen) => (
        <BarLink key={screen.id} screen={screen} current={screen === current} />
      ))}
      {onAddTask && (
        <button type="button" className={classes.entry} aria-label={addTaskTexts.open} onClick={onAddTask}>
          <IconPlus size={20} stroke={1.75} aria-hidden />
          Add
        </button>
      )}
      <button
        type="button"
        className={classes.entry}
        aria-haspopup="dialog"
        data-current={rest.some((screen) => screen === current) || undefined}
        onPointerEnter={MoreDialog.preload}
        onFocus={MoreDialog.preload}
        onClick={() => setMore(true)}
      >
        <IconDots size={20} stroke={1.75} aria-hidden />
        More
      </button>
      {more && (
        <MoreDialog user={user} teamId={teamId} onClose={() => setMore(false)}>
          {rest.map((screen) => (
            <BarLink
              key={screen.id}
              screen={screen}
              current={screen === current}
              onClick={() => setMore(false)}
            />
          ))}
        </MoreDialog>
      )}
    </nav>
  );
}

interface BarLinkProps {
  screen: Screen;
  current: boolean;
  onClick?: () => void;
}

function BarLink({ screen, current, onClick }: BarLinkProps) {
  return (
    <Link
      href={screen.paths[0]}
      className={classes.entry ?? ""}
      aria-current={current ? "page" : undefined}
      data-current={current || undefined}
      {...(onClick && { onClick })}
    >
      <screen.icon size={20} stroke={1.75} aria-hidden />
      {screen.entry}
    </Link>
  );
}
