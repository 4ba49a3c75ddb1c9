import { Button } from "@mantine/core";
import { useState } from "react";
import { day } from "../../../shared/durations";
import { SectionCard } from "../../../web/ui/section-card";
import type { User } from "../../auth/contract";
import { needsFreshSignIn } from "../../auth/web/confirm-identity";
import { takeBackDays } from "../contract";
import { ConfirmQuestion } from "./confirm-question";
import { dayWords, useDeleteAccount } from "./deletion-queries";
import classes from "./portability.module.css";
import { portabilityTexts } from "./texts";
import { TypedQuestion } from "./typed-question";

/** Deletes the person's account. */
export function DeleteAccountSection({ user }: { user: User }) {
  const [asking, setAsking] = useState(false);
  const remove = useDeleteAccount();
  const again = needsFreshSignIn(remove.error);
  const typed = remove.variables ?? "";
  return (
    <SectionCard title={portabilityTexts.deleteAccount}>
      <p className={classes.text}>
        You leave other people's teams, and teams that only you are in are deleted with you. You can take it
        back for {takeBackDays} days by signing in. Then everything about you is deleted for good.
      </p>
      <Button variant="default" className={classes.danger} onClick={() => setAsking(true)}>
        {portabilityTexts.deleteAccount}…
      </Button>
      {asking && !again && (
        <TypedQuestion
          title="Delete your account?"
          label="Type your email address to confirm"
          expected={user.email}
          confirm={portabilityTexts.deleteAccount}
          busy={remove.isPending || remove.isSuccess}
          onClose={() => setAsking(false)}
          onConfirmed={(email) => remove.mutate(email)}
        >
          <p>
            You're signed out everywhere and lose access at once. Your private accounts are disconnected. To
            come back to other people's teams, you need new invitations, even if you take it back.
          </p>
          <p>
            To take it back, sign in before{" "}
            {dayWords(new Date(Date.now() + takeBackDays * day).toISOString())}. Teams that only you are in
            are deleted and come back with it.
          </p>
        </TypedQuestion>
      )}
      {asking && again && (
        <ConfirmQuestion
          purpose="to delete your account"
          busy={remove.isPending}
          onClose={() => {
            remove.reset();
            setAsking(false);
          }}
          onConfirmed={() => remove.mutate(typed)}
        />
      )}
    </SectionCard>
  );
}
