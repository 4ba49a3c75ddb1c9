import { Button } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import { NoticeScreen } from "../../../web/ui/feedback/notice-screen";
import { signOut } from "../../auth/web/sign-in";
import { CreateTeamDialog } from "./create-team-dialog";
import classes from "./settings.module.css";
import { teamTexts } from "./texts";

/** Replaces the workspace while the person has no team. `ownData`: what they can take back, download and delete. */
export function NoTeamScreen({ ownData }: { ownData: ReactNode }) {
  const [creating, setCreating] = useState(false);
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    document.title = `${teamTexts.none} · Zippy`;
  }, []);
  return (
    <>
      <NoticeScreen title={teamTexts.none} icon={<IconUsers size={40} stroke={1.5} aria-hidden />}>
        <p>Create one, or ask somebody to invite you to theirs.</p>
        <div className={classes.choices}>
          <Button onClick={() => setCreating(true)}>{teamTexts.create}</Button>
          <Button
            variant="default"
            loading={leaving}
            onClick={() => {
              setLeaving(true);
              void signOut();
            }}
          >
            Sign out
          </Button>
        </div>
        {ownData}
      </NoticeScreen>
      {creating && <CreateTeamDialog onClose={() => setCreating(false)} />}
    </>
  );
}
