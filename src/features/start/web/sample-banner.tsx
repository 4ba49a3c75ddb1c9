import { Button } from "@mantine/core";
import { IconFlask } from "@tabler/icons-react";
import { useState } from "react";
import { counted } from "../../../shared/counted";
import { announce } from "../../../web/ui/feedback/announce";
import { Question } from "../../../web/ui/question";
import { TopBanner } from "../../../web/ui/top-banner";
import { useRemoveSampleData, useStart } from "./start-queries";

/** Says above the view that the team has sample data, and removes it in one step after a question. */
export function SampleBanner({ teamId }: { teamId: string }) {
  const { data: start } = useStart(teamId);
  const remove = useRemoveSampleData(teamId);
  const [asking, setAsking] = useState(false);
  if (!start?.sample) return null;
  const tasks = counted(start.sampleTasks, "task");
  const confirm = async () => {
    // A failure shows its own toast.
    const removed = await remove.mutateAsync().catch(() => undefined);
    setAsking(false);
    if (!removed) return;
    // The banner disappears with its button.
    document.getElementById("view")?.focus({ preventScroll: true });
    announce("Sample data removed.");
  };
  return (
    <TopBanner label="Sample data">
      <IconFlask size={16} stroke={1.75} aria-hidden />
      <p>Your team has sample data. Everything marked Sample is invented.</p>
      <Button variant="subtle" size="compact-sm" onClick={() => setAsking(true)}>
        Remove sample data
      </Button>
      {asking && (
        <Question
          title="Remove sample data?"
          onClose={() => setAsking(false)}
          confirm={{ label: "Remove", run: () => void confirm(), danger: true, busy: remove.isPending }}
        >
          <p>
            The sample messages and {tasks} are removed for everyone in your team, also tasks that somebody
            has edited or made from a sample message. You can't undo this.
          </p>
        </Question>
      )}
    </TopBanner>
  );
}
