import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { ProviderIcon } from "../../../channels/web/provider-icon";
import type { IntegrationProvider } from "../../contract";
import { setupPath } from "../setup/setup-path";
import { TemplateCards } from "./template-cards";
import { type Template, templates } from "./templates";
import classes from "./wizard.module.css";
import { type WizardState, withTemplate, withToggled } from "./wizard-state";

interface StepProps {
  state: WizardState;
  setState: (state: WizardState) => void;
  providers: IntegrationProvider[];
  mayManage: boolean;
  onConnect: (provider: IntegrationProvider) => void;
  onDashboard: () => void;
  /** Closes the wizard, before a link leads to another page. */
  onLeave: () => void;
}

/** The content of a step, between its heading and its buttons. */
export function WizardStep({
  state,
  setState,
  providers,
  mayManage,
  onConnect,
  onDashboard,
  onLeave,
}: StepProps): ReactNode {
  const template = templates.find(({ id }) => id === state.template);
  switch (state.step) {
    case 0:
      return (
        <TemplateCards
          shown={templates}
          chosen={state.template}
          onChoose={(chosen) => setState(withTemplate(state, chosen))}
        />
      );
    case 1:
      return <Welcome template={template} />;
    case 2:
      return (
        <Selection
          template={template}
          providers={providers}
          selected={state.selected}
          onToggle={(provider) => setState(withToggled(state, provider))}
        />
      );
    case 3:
      return (
        <Connecting
          providers={providers}
          selected={state.selected}
          mayManage={mayManage}
          onConnect={onConnect}
          onLeave={onLeave}
        />
      );
    default:
      return (
        <Complete
          providers={providers}
          selected={state.selected}
          template={template}
          onDashboard={onDashboard}
        />
      );
  }
}

function Welcome({ template }: { template: Template | undefined }) {
  if (!template)
    return (
      <p className={classes.text}>
        Zippy collects messages from the channels you connect, finds the tasks in them, and sorts them by
        urgency and importance. In the next step, you choose the channels.
      </p>
    );
  return (
    <>
      <p className={classes.text}>{template.useCase}</p>
      <h4 className={classes.subheading}>What you get</h4>
      <ul className={classes.list}>
        {template.benefits.map((benefit) => (
          <li key={benefit}>{benefit}</li>
        ))}
      </ul>
      <h4 className={classes.subheading}>How it works</h4>
      <ol className={classes.list}>
        {template.setupSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </>
  );
}

interface SelectionProps {
  template: Template | undefined;
  providers: IntegrationProvider[];
  selected: string[];
  onToggle: (provider: string) => void;
}

const words = { high: "Recommended", medium: "Useful", low: "Optional" };

function Selection({ template, providers, selected, onToggle }: SelectionProps) {
  const recommended = template?.recommendedIntegrations ?? [];
  const order = (id: string) => {
    const location = recommended.findIndex(({ provider }) => provider === id);
    return location < 0 ? recommended.length : location;
  };
  return (
    <>
      <ul className={classes.choices}>
        {/* Those that can be connected now come first, and among them the recommended ones. */}
        {[...providers]
          .sort((a, b) => Number(waits(a)) - Number(waits(b)) || order(a.id) - order(b.id))
          .map((provider) => {
            const advice = recommended.find((one) => one.provider === provider.id);
            return (
              <li key={provider.id}>
                <button
                  type="button"
                  className={classes.choice}
                  aria-pressed={selected.includes(provider.id)}
                  onClick={() => onToggle(provider.id)}
                >
                  <ProviderIcon provider={provider.id} />
                  <span className={classes.words}>
                    <span className={classes.name}>
                      {provider.name}
                      {advice && <span className={classes.mark}>{words[advice.priority]}</span>}
                      {waits(provider) && (
                        <span className={classes.mark}>Your administrator must set this up</span>
                      )}
                    </span>
                    <span className={classes.text}>{advice?.reason ?? provider.description}</span>
                  </span>
                  <span className={classes.tick}>
                    {selected.includes(provider.id) && <IconCheck size={16} stroke={2.5} aria-hidden />}
                  </span>
                </button>
              </li>
            );
          })}
      </ul>
      <p className={classes.note}>
        Team integrations such as Slack need admin permissions in the workspace you connect.
      </p>
    </>
  );
}

interface ConnectingProps {
  providers: IntegrationProvider[];
  selected: string[];
  mayManage: boolean;
  onConnect: (provider: IntegrationProvider) => void;
  onLeave: () => void;
}

function Connecting({ providers, selected, mayManage, onConnect, onLeave }: ConnectingProps) {
  const chosen = providers.filter(({ id }) => selected.includes(id));
  if (chosen.length === 0)
    return (
      <p className={classes.text}>No channel is selected. Go back to select some, or connect them later.</p>
    );
  return (
    <>
      {!mayManage && (
        <p className={classes.note}>
          Only your team's owner and admins can connect accounts. Ask one of them.
        </p>
      )}
      <ul className={classes.choices}>
        {chosen.map((provider) => (
          <li key={provider.id} className={classes.connectRow}>
            <ProviderIcon provider={provider.id} />
            <span className={classes.words}>
              <span className={classes.name}>{provider.name}</span>
              <span className={classes.text}>{stateOf(provider)}</span>
            </span>
            {provider.connected ? (
              <span className={classes.done}>
                <IconCheck size={16} stroke={2.5} aria-hidden /> Connected
              </span>
            ) : (
              mayManage &&
              (waits(provider) ? (
                <Button
                  variant="subtle"
                  component={Link}
                  href={setupPath(provider.id)}
                  onClick={onLeave}
                  aria-label={`How to set up ${provider.name}`}
                >
                  How to set up
                </Button>
              ) : (
                <Button
                  variant="default"
                  aria-label={`Connect ${provider.name}`}
                  onClick={() => onConnect(provider)}
                >
                  Connect
                </Button>
              ))
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

const waits = ({ missing, connected }: IntegrationProvider): boolean => missing.length > 0 && !connected;

function stateOf(provider: IntegrationProvider): string {
  if (provider.account) return provider.account.accountEmail ?? provider.account.accountName;
  return waits(provider) ? "Your administrator must set this up" : "Not connected yet";
}

/** Only some channels provide earlier messages. */
const whatComes = (connected: IntegrationProvider[]): string =>
  connected.some(({ bringsHistory }) => bringsHistory)
    ? "Zippy is fetching the last 30 days in the background, as far as each channel provides them."
    : "New messages appear in the inbox as they are sent.";

interface CompleteProps {
  providers: IntegrationProvider[];
  selected: string[];
  template: Template | undefined;
  onDashboard: () => void;
}

function Complete({ providers, selected, template, onDashboard }: CompleteProps) {
  const connected = providers.filter(({ connected: is }) => is);
  const waiting = providers.filter(({ id, connected: is }) => selected.includes(id) && !is);
  return (
    <>
      <p className={classes.text}>
        {connected.length === 0
          ? "Nothing is connected yet. You can connect accounts on this page at any time, or import an archive instead."
          : `Connected: ${connected.map(({ name }) => name).join(", ")}. ${whatComes(connected)}`}
      </p>
      {waiting.length > 0 && (
        <p className={classes.text}>Not connected yet: {waiting.map(({ name }) => name).join(", ")}.</p>
      )}
      {template && (
        <>
          <h4 className={classes.subheading}>Next</h4>
          <p className={classes.text}>{template.setupSteps.at(-1)}</p>
        </>
      )}
      <Button mt={20} variant="default" onClick={onDashboard}>
        Go to Dashboard
      </Button>
    </>
  );
}
