import type { LimitedKind } from "../usage";
import { useUsage } from "./billing-queries";
import { hasBilling } from "./billing-settings";
import { LimitAlert } from "./limit-alert";

interface PlanLimitProps {
  teamId: string;
  of: LimitedKind;
}

/** Says where something is added that the plan's limit for it is reached or near. */
export function PlanLimit(props: PlanLimitProps) {
  return hasBilling ? <Limit {...props} /> : null;
}

function Limit({ teamId, of }: PlanLimitProps) {
  const { data: usage } = useUsage(teamId);
  return <LimitAlert usage={usage} of={of} />;
}
