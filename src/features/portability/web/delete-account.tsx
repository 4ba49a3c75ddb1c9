import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { day } from "../../../shared/durations";
import { Question } from "../../../web/ui/question";
import { SectionCard } from "../../../web/ui/section-card";
import type { User } from "../../auth/contract";
import { needsFreshSignIn } from "../../auth/web/confirm-identity";
import { membersOf, teamKeys, useTeams } from "../../teams/web/team-queries";
import { takeBackDays } from "../contract";
import { ownsShared } from "../owns-shared";
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
  const shared = useOwnedWithOthers();
  const close = () => setAsking(false);
  return (
    <SectionCard title={portabilityTexts.deleteAccount}>
      <p className={classes.text}>
        You leave other people's teams, and teams that only you are in are deleted with you. You can take it
        back for {takeBackDays} days by signing in. Then everything about you is deleted for good.
      </p>
      <Button variant="default" className={classes.danger} onClick={() => setAsking(true)}>
        {portabilityTexts.deleteAccount}…
      </Button>
      {asking && !again && shared.length > 0 && (
        <Question title={portabilityTexts.transferFirst} onClose={close}>
          <p>{ownsShared(shared)}</p>
          <p>
            <Link href="/settings/team">{portabilityTexts.toMembers}</Link>
          </p>
        </Question>
      )}
      {asking && !again && shared.length === 0 && (
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

/** The names of the person's teams that others are in; nobody would own them afterwards. */
function useOwnedWithOthers(): string[] {
  const { data: teams = [] } = useTeams();
  const owned = teams.filter(({ role }) => role === "owner");
  const queryClient = useQueryClient();
  // One query, because the library's hook for several would be in what every screen loads.
  const { data = [] } = useQuery({
    queryKey: [...teamKeys.all, "owned-with-others", ...owned.map(({ id }) => id)],
    queryFn: async () => {
      const members = await Promise.all(owned.map(({ id }) => queryClient.fetchQuery(membersOf(id))));
      return owned.filter((_, index) => (members[index]?.length ?? 0) > 1).map(({ name }) => name);
    },
  });
  return data;
}
