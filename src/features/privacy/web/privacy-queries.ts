import { type InfiniteData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { call } from "../../../web/api";
import { useOptimisticChange } from "../../../web/optimistic/optimistic-change";
import { showToast } from "../../../web/ui/feedback/toast";
import { listConsents } from "../../teams/contract";
import {
  changePrivacy,
  getPrivacy,
  listOutsideCalls,
  type OutsideCall,
  outsideSummary,
  type PrivacyChange,
  type PrivacyChoice,
} from "../contract";
import { privacyTexts } from "./texts";

const keys = {
  calls: (teamId: string) => ["team", teamId, "privacy", "calls"],
  summary: (teamId: string) => ["team", teamId, "privacy", "summary"],
  consents: (teamId: string) => ["team", teamId, "privacy", "consents"],
  choice: (teamId: string) => ["team", teamId, "privacy", "choice"],
};

/** Calls per page on the screen. */
const pageSize = 20;

/** The team's calls to outside services, newest first. Reloads whenever the settings open. */
export function useOutsideCalls(teamId: string) {
  return useInfiniteQuery({
    queryKey: keys.calls(teamId),
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: pageSize, ...(pageParam && { before: pageParam }) };
      return call(listOutsideCalls, { params: { teamId }, query, signal });
    },
    initialPageParam: "",
    getNextPageParam: (last: OutsideCall[]) => (last.length === pageSize ? last.at(-1)?.id : undefined),
    select: (data: InfiniteData<OutsideCall[]>) => data.pages.flat(),
    refetchOnMount: "always",
  });
}

/** Configured services, and the amounts sent today (by the browser's clock) and in the last 30 days. */
export function useOutsideSummary(teamId: string) {
  return useQuery({
    queryKey: keys.summary(teamId),
    queryFn: ({ signal }) => {
      const dayStart = new Date(new Date().setHours(0, 0, 0, 0)).toISOString();
      return call(outsideSummary, { params: { teamId }, query: { dayStart }, signal });
    },
    refetchOnMount: "always",
  });
}

/** What the person has agreed to and taken back, newest first. The switches of this page add to it. */
export function useConsents(teamId: string) {
  return useQuery({
    queryKey: keys.consents(teamId),
    queryFn: ({ signal }) => call(listConsents, { signal }),
    refetchOnMount: "always",
  });
}

/** What the team replaces in addition to secrets. */
export function usePrivacyChoice(teamId: string) {
  return useQuery({
    queryKey: keys.choice(teamId),
    queryFn: ({ signal }) => call(getPrivacy, { params: { teamId }, signal }),
    refetchOnMount: "always",
  });
}

/** Changes a switch optimistically; the toast can undo it. */
export function useChangePrivacy(teamId: string) {
  const mutation = useOptimisticChange<PrivacyChoice, PrivacyChange>({
    queryKey: keys.choice(teamId),
    send: (change) => call(changePrivacy, { params: { teamId }, body: change }),
    inOrder: true,
    change: (choice, { redactNames, redactAddresses }) => ({
      redactNames: redactNames ?? choice.redactNames,
      redactAddresses: redactAddresses ?? choice.redactAddresses,
    }),
    failed: privacyTexts.failedToChange,
    succeeded: (change) =>
      showToast({
        title: doneWords(change),
        tone: "success",
        action: { label: "Undo", run: () => mutation.mutate(opposite(change)) },
      }),
  });
  return mutation;
}

function doneWords({ redactNames, redactAddresses }: PrivacyChange): string {
  const { namesOn, namesOff, addressesOn, addressesOff } = privacyTexts;
  if (redactNames !== undefined) return redactNames ? namesOn : namesOff;
  return redactAddresses ? addressesOn : addressesOff;
}

function opposite({ redactNames, redactAddresses }: PrivacyChange): PrivacyChange {
  return redactNames === undefined ? { redactAddresses: !redactAddresses } : { redactNames: !redactNames };
}
