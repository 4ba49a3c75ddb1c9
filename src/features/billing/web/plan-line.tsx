import { IconCreditCard } from "@tabler/icons-react";
import { SidebarLine } from "../../../web/ui/sidebar-line";
import { limitState } from "../usage";
import { useMayPay, useSubscription, useUsage } from "./billing-queries";
import { planLine } from "./plan-line-words";

interface PlanLineProps {
  teamId: string;
  /** Only an icon fits. */
  rail?: boolean;
  onOpen?: () => void;
}

/** The team's plan in one line, with a trial's days left and the messages used; leads to the billing page. */
export function PlanLine({ teamId, rail = false, onOpen }: PlanLineProps) {
  const { data: subscription } = useSubscription(teamId);
  const mayPay = useMayPay();
  const { data: usage, isPending } = useUsage(teamId);
  if (!subscription || isPending) return null;
  const { text, urgent } = planLine(subscription, usage, Date.now(), mayPay);
  const full = (["integrations", "messages"] as const).some((of) => limitState(usage, of) === "reached");
  return (
    <SidebarLine
      href="/billing"
      icon={<IconCreditCard size={18} stroke={1.75} aria-hidden />}
      label={text}
      urgent={urgent || full}
      {...{ rail, onOpen }}
    >
      {text}
    </SidebarLine>
  );
}
