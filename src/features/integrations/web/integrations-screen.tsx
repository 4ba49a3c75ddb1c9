import { Button, Skeleton } from "@mantine/core";
import { IconSparkles, IconWebhook } from "@tabler/icons-react";
import { useState } from "react";
import { useRoute } from "wouter";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { showToast } from "../../../web/ui/feedback/toast";
import { lazyDialog } from "../../../web/ui/lazy-part";
import { usePreload } from "../../../web/ui/use-preload";
import { PlanLimit } from "../../billing/web/plan-limit";
import { categoryNames, type ProviderCategory } from "../../channels/providers";
import { may } from "../../teams/rights";
import { useTeam } from "../../teams/web/team-queries";
import type { IntegrationProvider } from "../contract";
import { ChooseAccountsDialog } from "./accounts/choose-accounts-dialog";
import { useConnectOutcome } from "./accounts/connect-outcome";
import { WebhookDialog } from "./accounts/webhook-dialog";
import { HealthCard } from "./health/health-card";
import { useProviders } from "./integration-queries";
import classes from "./integrations.module.css";
import { LimitNotice } from "./limit-notice";
import { ProviderCard } from "./provider-card";
import { SetupPage } from "./setup/setup-page";
import { StartWithTemplate } from "./start-with-template";
import { integrationTexts } from "./texts";
import type { Template } from "./wizard/templates";
import { connectStep, rememberedState } from "./wizard/wizard-state";

const SetupWizard = lazyDialog(() => import("./wizard/setup-wizard"), "SetupWizard");
const ahead = [SetupWizard];

const categories = Object.keys(categoryNames) as ProviderCategory[];

type Dialog = "wizard" | "webhooks";

/** The integrations page: health of connected accounts, and every provider to connect. */
export function IntegrationsScreen({ teamId }: { teamId: string }) {
  usePreload(ahead);
  const providers = useProviders(teamId);
  const { data: team } = useTeam();
  const outcome = useConnectOutcome(providers.data ?? (providers.error ? null : undefined));
  const [open, setOpen] = useState<Dialog | null>(() =>
    // The user returns from a provider's page in the middle of the wizard.
    outcome.returned && rememberedState(teamId)?.step === connectStep ? "wizard" : null,
  );
  const [template, setTemplate] = useState<Template>();
  const limited = useLimit(outcome.limited, providers.data);
  const mayManage = team != null && may(team.role, "integrations");
  const close = () => {
    setOpen(null);
    setTemplate(undefined);
  };
  const [, params] = useRoute("/integrations/:provider");
  const described = providers.data?.find(({ id }) => id === params?.provider);
  if (described)
    return (
      <div className={classes.screen}>
        <SetupPage
          provider={described}
          checking={providers.isFetching}
          onCheck={() => void providers.refetch()}
        />
      </div>
    );
  return (
    <div className={classes.screen}>
      <div className={classes.column}>
        <Head mayManage={mayManage} ready={providers.data !== undefined} onOpen={setOpen} />
        {limited ? <LimitNotice /> : <PlanLimit teamId={teamId} of="integrations" />}
        <QueryView query={providers} failure={integrationTexts.failedToFetch} skeleton={<Skeletons />}>
          {(all) => (
            <>
              <HealthCard teamId={teamId} providers={all} mayManage={mayManage} />
              {categories.map((category) => (
                <Group
                  key={category}
                  category={category}
                  providers={all}
                  teamId={teamId}
                  mayManage={mayManage}
                  requestedId={outcome.requestedId}
                />
              ))}
              {!all.some(({ connected }) => connected) && (
                <StartWithTemplate
                  onAll={() => setOpen("wizard")}
                  onChoose={(chosen) => {
                    setTemplate(chosen);
                    setOpen("wizard");
                  }}
                />
              )}
              {open === "webhooks" && <WebhookDialog providers={all} onClose={close} />}
              {open === "wizard" && !outcome.choiceId && (
                <SetupWizard
                  teamId={teamId}
                  providers={all}
                  mayManage={mayManage}
                  template={template}
                  onComplete={() => showToast({ title: "Setup finished", tone: "success" })}
                  onClose={close}
                />
              )}
            </>
          )}
        </QueryView>
        {outcome.choiceId && (
          <ChooseAccountsDialog teamId={teamId} choiceId={outcome.choiceId} onClose={outcome.endChoice} />
        )}
      </div>
    </div>
  );
}

interface HeadProps {
  mayManage: boolean;
  /** The providers are loaded. */
  ready: boolean;
  onOpen: (dialog: Dialog) => void;
}

function Head({ mayManage, ready, onOpen }: HeadProps) {
  return (
    <div className={classes.head}>
      <p className={classes.text}>
        Zippy collects messages from these channels. See Settings → Privacy for what is sent elsewhere.
        {!mayManage && " Only the team's owner and admins can connect and disconnect accounts."}
      </p>
      <div className={classes.headActions}>
        <Button
          variant="default"
          disabled={!ready}
          leftSection={<IconWebhook size={16} stroke={1.75} aria-hidden />}
          onClick={() => onOpen("webhooks")}
        >
          Webhook setup
        </Button>
        <Button
          disabled={!ready}
          leftSection={<IconSparkles size={16} stroke={1.75} aria-hidden />}
          onClick={() => onOpen("wizard")}
        >
          Setup wizard
        </Button>
      </div>
    </div>
  );
}

/**
 * Whether the plan's limit is still reached. Clears once fewer accounts are connected than when it was
 * reached.
 */
function useLimit(reached: boolean, providers: IntegrationProvider[] | undefined): boolean {
  const count = providers?.reduce((sum, { accounts }) => sum + accounts.length, 0);
  const [at, setAt] = useState<number>();
  if (reached && at === undefined && count !== undefined) setAt(count);
  return reached && !(at !== undefined && count !== undefined && count < at);
}

interface GroupProps {
  category: ProviderCategory;
  providers: IntegrationProvider[];
  teamId: string;
  mayManage: boolean;
  /** The provider whose dialog is open initially. */
  requestedId: string | null;
}

function Group({ category, providers, teamId, mayManage, requestedId }: GroupProps) {
  const id = `group-${category}`;
  const own = providers.filter((provider) => provider.category === category);
  const waits = ({ missing, connected }: IntegrationProvider) => missing.length > 0 && !connected;
  const ready = own.filter((provider) => !waits(provider));
  const waiting = own.filter(waits);
  const cards = (word: string, title: string, shown: IntegrationProvider[], beside: IntegrationProvider[]) =>
    shown.length > 0 && (
      <div className={classes.part} data-columns={columnsOf(shown.length, beside.length)}>
        {waiting.length > 0 && (
          <p className={classes.readiness} id={`${id}-${word}`}>
            {title}
          </p>
        )}
        <ul className={classes.cards} aria-labelledby={`${id} ${id}-${word}`}>
          {shown.map((provider) => (
            <ProviderCard
              key={provider.id}
              provider={provider}
              teamId={teamId}
              mayManage={mayManage}
              isRequested={provider.id === requestedId && !waits(provider)}
            />
          ))}
        </ul>
      </div>
    );
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.groupTitle}>
        {categoryNames[category]}
      </h2>
      <div className={classes.parts}>
        {cards("ready", "Ready now", ready, waiting)}
        {cards("waits", "Your administrator must set up", waiting, ready)}
      </div>
    </section>
  );
}

/** How many of three columns some cards take: all of them, unless those beside them take one or two. */
function columnsOf(cards: number, beside: number): number {
  if (beside === 0) return 3;
  if (beside === 1) return 2;
  if (cards === 1) return 1;
  return 3;
}

function Skeletons() {
  return (
    <ul className={classes.cards}>
      {Array.from({ length: 6 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change
        <Skeleton key={index} component="li" height={148} radius="lg" />
      ))}
    </ul>
  );
}
