import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { day } from "../../../shared/durations";
import { inTeam } from "../../../shared/team-address";
import { Question } from "../../../web/ui/question";
import { SectionCard } from "../../../web/ui/section-card";
import type { User } from "../../auth/contract";
import { needsFreshSignIn } from "../../auth/web/confirm-identity";
import { teamKeys, useTeams } from "../../teams/web/team-queries";
import { takeBackDays } from "../contract";
import { ownsShared } from "../owns-shared";
import { ConfirmQuestion } from "./confirm-question";
import { dayWords, useDeleteAccount } from "./deletion-queries";
import { ownedWithOthers } from "./owned-with-others";
import classes from "./portability.module.css";
import { portabilityTexts } from "./texts";
import { TypedQuestion } from "./typed-question";

/** Deletes the person's account. */
export function DeleteAccountSection({ user }: { user: User }) {
  const [asking, setAsking] = useState(false);
  const remove = useDeleteAccount();
  const again = needsFreshSignIn(remove.error);
  const typed = remove.variables ?? "";
  const queryClient = useQueryClient();
  const { data: teams = [] } = useTeams();
  // A call for each owned team, so only for somebody who asks. If it fails, the server still refuses.
  const owned = useQuery({ ...ownedWithOthers(queryClient, teams), enabled: asking });
  const shared = owned.isError ? [] : owned.data;
  const ask = () => {
    setAsking(true);
    // Who left or took over a team that isn't in use is only known by asking.
    void queryClient.invalidateQueries({ queryKey: teamKeys.all });
  };
  const close = () => setAsking(false);
  return (
    <SectionCard title={portabilityTexts.deleteAccount}>
      <p className={classes.text}>
        You leave other people's teams, and teams that only you are in are deleted with you. You can take it
        back for {takeBackDays} days by signing in. Then everything about you is deleted for good.
      </p>
      <Button variant="default" className={classes.danger} aria-busy={asking && !shared} onClick={ask}>
        {portabilityTexts.deleteAccount}…
      </Button>
      {asking && !again && shared && shared.length > 0 && (
        <Question title={portabilityTexts.transferFirst} onClose={close}>
          <p>{ownsShared(shared.map(({ name }) => name))}</p>
          {shared.map(({ id, name }) => (
            <p key={id}>
              <Link href={inTeam("/settings/team", id)}>{portabilityTexts.toMembers(name)}</Link>
            </p>
          ))}
        </Question>
      )}
      {asking && !again && shared?.length === 0 && (
        <TypedQuestion
          title="Delete your account?"
          label="Type your email address to confirm"
          expected={user.email}
          confirm={portabilityTexts.deleteAccount}
          busy={remove.isPending || remove.isSuccess}
          onClose={close}
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
            close();
          }}
          onConfirmed={() => remove.mutate(typed)}
        />
      )}
    </SectionCard>
  );
}
