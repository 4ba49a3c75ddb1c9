import { Button } from "@mantine/core";
import { IconUserX } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { NoticeScreen } from "../../../web/ui/feedback/notice-screen";
import { signOut } from "../../auth/web/sign-in";
import { dayWords, useTakeAccountBack } from "./deletion-queries";
import classes from "./portability.module.css";
import { portabilityTexts } from "./texts";

/** Replaces the workspace while the person's account waits for its deletion. */
export function DeletedAccountScreen({ deletesAt }: { deletesAt: string }) {
  const takeBack = useTakeAccountBack();
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    document.title = `${portabilityTexts.accountDeleted} · Zippy`;
  }, []);
  return (
    <NoticeScreen
      title={portabilityTexts.accountDeleted}
      icon={<IconUserX size={40} stroke={1.5} aria-hidden />}
    >
      <p>
        On {dayWords(deletesAt)}, everything about you is deleted for good. Until then, you can keep your
        account and the teams that were deleted with it.
      </p>
      <div className={classes.choices}>
        <Button loading={takeBack.isPending} onClick={() => takeBack.mutate()}>
          Keep my account
        </Button>
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
  );
}
