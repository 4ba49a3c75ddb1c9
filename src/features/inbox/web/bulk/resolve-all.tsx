import { Button } from "@mantine/core";
import { IconChecks } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { counted } from "../../../../shared/counted";
import { Question } from "../../../../web/ui/question";
import type { Message } from "../../contract";
import type { InboxFilter } from "../message-cache";
import { manyTexts } from "./many-texts";
import { useChangeChosen } from "./use-change-chosen";

interface ResolveAllProps {
  teamId: string;
  filter: InboxFilter;
  /** Those that are loaded. */
  messages: Message[];
}

/** Resolves everything that the list shows, loaded or not, without choosing it first. It asks before. */
export function ResolveAll({ teamId, filter, messages }: ResolveAllProps) {
  const [asked, setAsked] = useState(false);
  const everything = useMemo(
    () => ({ all: { filter }, ids: new Set<string>(), has: () => true, clear: () => undefined }),
    [filter],
  );
  const { count, pending, run } = useChangeChosen(teamId, filter, messages, everything);
  if (count === undefined || count < 2) return null;
  const label = `Resolve all ${count.toLocaleString("en-US")}`;
  const close = () => setAsked(false);
  return (
    <>
      <Button
        variant="subtle"
        size="compact-md"
        leftSection={<IconChecks size={16} aria-hidden />}
        loading={pending}
        onClick={() => setAsked(true)}
      >
        {label}
      </Button>
      {asked && (
        <Question
          title={`${label}?`}
          onClose={close}
          confirm={{
            label,
            run: () => {
              close();
              run({ name: "resolve" });
            },
          }}
        >
          <p>{manyTexts.resolveAll(counted(count, "message"))}</p>
        </Question>
      )}
    </>
  );
}
