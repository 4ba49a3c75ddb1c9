import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { Sheet } from "../../../../web/ui/sheet";
import type { IntegrationProvider } from "../../contract";
import { ConnectDialog } from "../accounts/connect-dialog";
import { WizardStep } from "./step-content";
import { StepIndicator } from "./step-indicator";
import type { Template } from "./templates";
import classes from "./wizard.module.css";
import {
  firstState,
  lastStep,
  rememberedState,
  rememberState,
  withStep,
  withTemplate,
  wizardSteps,
} from "./wizard-state";

interface SetupWizardProps {
  teamId: string;
  providers: IntegrationProvider[];
  mayManage: boolean;
  /** Starts with this template instead of the remembered step. */
  template?: Template | undefined;
  onComplete: () => void;
  onClose: () => void;
}

/** Leads from a template to connected channels in five steps. You can leave at any step and resume later. */
export function SetupWizard({
  teamId,
  providers,
  mayManage,
  template,
  onComplete,
  onClose,
}: SetupWizardProps) {
  const [, navigate] = useLocation();
  const [connecting, setConnecting] = useState<IntegrationProvider | null>(null);
  const [state, setState] = useState(() =>
    template ? withTemplate(firstState, template) : (rememberedState(teamId) ?? firstState),
  );
  useEffect(() => rememberState(teamId, state), [teamId, state]);
  const heading = useStepFocus(state.step);

  function finish() {
    rememberState(teamId, undefined);
    onComplete();
    onClose();
  }

  return (
    <Sheet
      title="Setup wizard"
      width={720}
      steady
      covered={connecting !== null}
      footer={
        <>
          <Button variant="default" disabled={state.step === 0} onClick={() => setState(withStep(state, -1))}>
            Back
          </Button>
          <span className={classes.space} />
          {state.step === 0 && (
            <Button variant="subtle" onClick={() => setState({ ...state, step: 1, template: null })}>
              Skip
            </Button>
          )}
          <Button onClick={() => (state.step === lastStep ? finish() : setState(withStep(state, 1)))}>
            {state.step === lastStep ? "Finish" : "Next"}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <StepIndicator current={state.step} />
      <h3 ref={heading} tabIndex={-1} className={classes.heading}>
        {wizardSteps[state.step]}
      </h3>
      <WizardStep
        state={state}
        setState={setState}
        providers={providers}
        mayManage={mayManage}
        onConnect={setConnecting}
        onLeave={onClose}
        onDashboard={() => {
          finish();
          navigate("/dashboard");
        }}
      />
      {connecting && (
        <ConnectDialog provider={connecting} teamId={teamId} onClose={() => setConnecting(null)} />
      )}
    </Sheet>
  );
}

/** Focuses a step's heading when the step changes, so that screen readers announce it. */
function useStepFocus(step: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) heading.current?.focus();
    shown.current = step;
  }, [step]);
  return heading;
}
