import { Button } from "@mantine/core";
import { IconFlask } from "@tabler/icons-react";
import classes from "./sample-banner.module.css";
import { useRemoveSampleData, useStart } from "./start-queries";

/** Says above the view that the team has sample data, and removes it in one step. */
export function SampleBanner({ teamId }: { teamId: string }) {
  const { data: start } = useStart(teamId);
  const remove = useRemoveSampleData(teamId);
  if (!start?.sample) return null;
  return (
    <aside className={classes.banner} aria-label="Sample data">
      <IconFlask size={16} stroke={1.75} aria-hidden />
      <p>Your team has sample data. Everything marked Sample is invented.</p>
      <Button variant="subtle" size="compact-sm" loading={remove.isPending} onClick={() => remove.mutate()}>
        Remove sample data
      </Button>
    </aside>
  );
}
