import { preselected, type Template } from "./templates";

/** The steps of the setup wizard. Source: specification, section 2. */
export const wizardSteps = [
  "Choose Template",
  "Welcome",
  "Select Integrations",
  "Connect",
  "Complete",
] as const;

export const lastStep = wizardSteps.length - 1;
/** The step on which you leave for a provider's page. */
export const connectStep = wizardSteps.indexOf("Connect");

/** The current state of the wizard. `template` is null after Skip. */
export interface WizardState {
  /** 0 to 4. */
  step: number;
  template: string | null;
  /** Ids of the selected providers. */
  selected: string[];
}

/** True if a stored value is a state that this version understands. */
function isState(kept: unknown): kept is WizardState {
  if (typeof kept !== "object" || kept === null) return false;
  const { step, template, selected } = kept as Record<string, unknown>;
  return (
    Number.isInteger(step) &&
    (step as number) >= 0 &&
    (step as number) <= lastStep &&
    (template === null || typeof template === "string") &&
    Array.isArray(selected) &&
    selected.every((id) => typeof id === "string")
  );
}

export const firstState: WizardState = { step: 0, template: null, selected: [] };

/** Applies a template's recommendations and moves to the next step. */
export function withTemplate(state: WizardState, template: Template): WizardState {
  return { ...state, step: 1, template: template.id, selected: preselected(template) };
}

/** Selects or deselects a provider. */
export function withToggled(state: WizardState, provider: string): WizardState {
  const { selected } = state;
  return {
    ...state,
    selected: selected.includes(provider)
      ? selected.filter((other) => other !== provider)
      : [...selected, provider],
  };
}

export const withStep = (state: WizardState, by: number): WizardState => ({
  ...state,
  step: Math.min(lastStep, Math.max(0, state.step + by)),
});

const keyOf = (teamId: string): string => `zippy-setup-${teamId}`;

/** The remembered state of a team's wizard; undefined if it is not started or finished. */
export function rememberedState(teamId: string): WizardState | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(teamId)) ?? "null");
    return isState(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Remembers the state, so that you can resume after visiting a provider's page, or tomorrow. */
export function rememberState(teamId: string, state: WizardState | undefined): void {
  try {
    if (state) localStorage.setItem(keyOf(teamId), JSON.stringify(state));
    else localStorage.removeItem(keyOf(teamId));
  } catch {
    // Without storage, the wizard starts over.
  }
}
