import { Button } from "@mantine/core";
import { useState } from "react";
import { Question } from "../../../web/ui/question";
import { SectionCard } from "../../../web/ui/section-card";
import type { KeptCrm } from "../contract";
import { crmName } from "../crm-facts";
import { countsInWords } from "./count-words";
import classes from "./crm.module.css";
import { useKeptCrms, useRemoveKept } from "./crm-queries";

interface KeptRecordsProps {
  teamId: string;
  mayManage: boolean;
}

/** Records of CRMs that are no longer connected; nothing if there are none. */
export function KeptRecords({ teamId, mayManage }: KeptRecordsProps) {
  const { data: kept = [] } = useKeptCrms(teamId);
  const remove = useRemoveKept(teamId);
  const [question, setQuestion] = useState<KeptCrm>();
  if (kept.length === 0) return null;
  return (
    <SectionCard title="Kept records">
      <p className={classes.text}>
        They show who writes to you, but they don't change.
        {kept.some(({ sample }) => !sample) && " Connect the CRM again to continue."}
      </p>
      <ul className={classes.kept}>
        {kept.map((one) => (
          <li key={one.id}>
            <div className={classes.words}>
              <span className={classes.keptName} dir="auto">
                {nameOf(one)}
              </span>
              <span className={classes.meta}>{countsInWords(one.counts)}</span>
            </div>
            {mayManage && (
              <Button
                variant="subtle"
                color="danger"
                aria-label={`Remove the records of ${nameOf(one)}`}
                onClick={() => setQuestion(one)}
              >
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
      {question && (
        <Question
          title="Remove these records?"
          onClose={() => setQuestion(undefined)}
          confirm={{
            label: "Remove",
            danger: true,
            busy: remove.isPending,
            run: () => remove.mutate(question.id, { onSuccess: () => setQuestion(undefined) }),
          }}
        >
          {countsInWords(question.counts)} of {nameOf(question)} are removed from Zippy. Messages and tasks
          stay.
        </Question>
      )}
    </SectionCard>
  );
}

const nameOf = ({ provider, accountName, sample }: KeptCrm): string =>
  sample ? accountName : `${crmName(provider)}, ${accountName}`;
