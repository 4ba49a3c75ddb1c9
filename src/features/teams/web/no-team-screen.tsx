import { Button } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { texts } from "../../../shared/texts";
import { NoticeScreen } from "../../../web/ui/feedback/notice-screen";
import { signOut } from "../../auth/web/sign-in";
import { CreateTeamDialog } from "./create-team-dialog";
import classes from "./settings.module.css";

/** In place of the workspace while the person is in no team. */
export function NoTeamScreen() {
  const [creating, setCreating] = useState(false);
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    document.title = `${texts.teams.none} · Zippy`;
  }, []);
  return (
    <>
      <NoticeScreen title={texts.teams.none} icon={<IconUsers size={40} stroke={1.5} aria-hidden />}>
        <p>Create one, or ask somebody for an invitation to theirs.</p>
        <div className={classes.choices}>
          <Button onClick={() => setCreating(true)}>{texts.teams.create}</Button>
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
      </NoticeScreen>
      {creating && <CreateTeamDialog onClose={() => setCreating(false)} />}
    </>
  );
}
