import { IconDots } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "wouter";
import type { User } from "../../features/auth/contract";
import { lazyDialog } from "../../web/ui/lazy-part";
import { type Screen, screens } from "../screens";
import classes from "./bottom-bar.module.css";

const MoreDialog = lazyDialog(() => import("./more-dialog"), "MoreDialog");

/** On phones: the first four views, and More with the rest, the theme and the user. */
export function BottomBar({ user, current }: { user: User; current: Screen | undefined }) {
  const [more, setMore] = useState(false);
  const rest = screens.slice(4);
  return (
    <nav aria-label="Views" className={classes.bar}>
      {screens.slice(0, 4).map((screen) => (
        <BarLink key={screen.id} screen={screen} current={screen === current} />
      ))}
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
        <MoreDialog user={user} onClose={() => setMore(false)}>
          {rest.map((screen) => (
            <BarLink key={screen.id} screen={screen} current={screen === current} />
          ))}
        </MoreDialog>
      )}
    </nav>
  );
}

function BarLink({ screen, current }: { screen: Screen; current: boolean }) {
  return (
    <Link
      href={screen.paths[0]}
      className={classes.entry ?? ""}
      aria-current={current ? "page" : undefined}
      data-current={current || undefined}
    >
      <screen.icon size={20} stroke={1.75} aria-hidden />
      {screen.entry}
    </Link>
  );
}
