import { Button, Skeleton } from "@mantine/core";
import { QueryView } from "../../../../web/ui/feedback/query-view";
import { SectionCard } from "../../../../web/ui/section-card";
import { lowerAscii } from "../../message-views";
import classes from "./muted-section.module.css";
import { useMutedSenders, useUnmuteSender } from "./preference-queries";

/** Whom the person has muted, each with a button to hear from them again. */
export function MutedSection({ teamId }: { teamId: string }) {
  const muted = useMutedSenders(teamId);
  const unmute = useUnmuteSender(teamId);
  return (
    <SectionCard title="Muted senders">
      <p className={classes.text}>
        Their messages stay in All Messages and never count under Requires Action. Only you mute them; your
        team still sees what they ask.
      </p>
      <QueryView
        query={muted}
        failure="Couldn't load muted senders"
        skeleton={<Skeleton height={44} radius="sm" />}
      >
        {(all) =>
          all.length === 0 ? (
            <p className={classes.text}>
              You haven't muted anyone. Choose a message in the inbox to mute its sender.
            </p>
          ) : (
            <ul className={classes.rows} aria-label="Muted senders">
              {all.map(({ sender, name }) => (
                <li key={sender}>
                  <span className={classes.words}>
                    <span dir="auto">{name}</span>
                    {sender !== lowerAscii(name) && <span className={classes.address}>{sender}</span>}
                  </span>
                  <Button
                    variant="default"
                    size="compact-md"
                    aria-label={`Unmute ${name}`}
                    onClick={() => unmute.mutate({ sender, name })}
                  >
                    Unmute
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </SectionCard>
  );
}
