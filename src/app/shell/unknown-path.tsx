import { useState } from "react";
import { useLocation } from "wouter";
import type { User } from "../../features/auth/contract";
import { lazyDialog } from "../../web/ui/lazy-part";
import { NotFoundScreen } from "../notice-screens";
import { screens } from "../screens";
import { BottomBar } from "./bottom-bar";
import { GoToKey } from "./go-to-key";
import { Sidebar } from "./sidebar";
import classes from "./workspace.module.css";

const KeyboardShortcuts = lazyDialog(() => import("./keyboard-shortcuts"), "KeyboardShortcuts");

/**
 * The page for an unknown path, inside the frame with its links. It shows no data, so it needs no live
 * connection.
 */
export function UnknownPath({ user }: { user: User }) {
  const [, navigate] = useLocation();
  const [help, setHelp] = useState(false);
  return (
    <div className={classes.workspace}>
      {screens.map((one) => (
        <GoToKey key={one.id} screen={one} />
      ))}
      <Sidebar
        user={user}
        teamId={undefined}
        current={undefined}
        onHelp={() => setHelp(true)}
        onHelpNear={KeyboardShortcuts.preload}
      />
      <main className={classes.column}>
        <NotFoundScreen onLeave={() => navigate("/matrix")} />
      </main>
      <BottomBar user={user} teamId={undefined} current={undefined} onAddTask={undefined} />
      {help && <KeyboardShortcuts onClose={() => setHelp(false)} />}
    </div>
  );
}
