import { TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { SectionCard } from "../../../../web/ui/section-card";
import { CorrectionsSection } from "../../../corrections/web/corrections-section";
import { AreasGroup } from "./areas-group";
import { ChatsGroup } from "./chats-group";
import { FactsGroup } from "./facts-group";
import classes from "./memory.module.css";
import { memoryTexts } from "./texts";

/** How long after the last letter the server is asked (milliseconds). */
const pause = 250;

/** Everything that is remembered, in groups: facts, areas, what corrections taught, and the person's chats. */
export function MemorySection({ teamId }: { teamId: string }) {
  const [text, setText] = useState("");
  const [words] = useDebouncedValue(text.trim(), pause);
  return (
    <>
      <SectionCard title={memoryTexts.title}>
        <p className={classes.text}>{memoryTexts.explained}</p>
        <TextInput
          type="search"
          className={classes.search ?? ""}
          aria-label={memoryTexts.search}
          placeholder={memoryTexts.search}
          leftSection={<IconSearch size={16} aria-hidden />}
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </SectionCard>
      <FactsGroup teamId={teamId} words={words} />
      <AreasGroup teamId={teamId} words={words} />
      <CorrectionsSection teamId={teamId} words={words} />
      <ChatsGroup teamId={teamId} words={words} />
    </>
  );
}
