import { IconLogout } from "@tabler/icons-react";
import { useState } from "react";
import type { User } from "../../features/auth/contract";
import { personName } from "../../features/auth/web/person-name";
import { signOut } from "../../features/auth/web/sign-in";
import { Avatar } from "../../web/ui/avatar";
import { Tooltip } from "../../web/ui/tooltip";
import classes from "./user-block.module.css";

interface UserBlockProps {
  user: User;
  /** The position of its tooltip. */
  position?: "top" | "right";
}

/** The signed-in user; a click signs out, as its icon and tooltip say (AUTH-3). */
export function UserBlock({ user, position = "top" }: UserBlockProps) {
  const [leaving, setLeaving] = useState(false);
  const name = personName(user);
  return (
    <Tooltip label="Click to sign out" position={position}>
      <button
        type="button"
        className={classes.user}
        disabled={leaving}
        onClick={() => {
          setLeaving(true);
          void signOut().finally(() => setLeaving(false));
        }}
      >
        <Avatar name={name} url={user.profileImageUrl} />
        <span className={classes.words}>
          <span className={classes.name}>{name}</span>
          {name !== user.email && user.demoEndsAt === null && (
            <span className={classes.email}>{user.email}</span>
          )}
        </span>
        <span className="z-visually-hidden">Sign out</span>
        <IconLogout size={16} stroke={1.75} className={classes.leave} aria-hidden />
      </button>
    </Tooltip>
  );
}
