import { Button, Skeleton } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconMicrophone, IconMicrophoneOff } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "wouter";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { showToast } from "../../../web/ui/feedback/toast";
import { Question } from "../../../web/ui/question";
import { SectionCard } from "../../../web/ui/section-card";
import type { Team } from "../../teams/contract";
import { may, rolesFor } from "../../teams/rights";
import type { SpeechState } from "../contract";
import classes from "./speech.module.css";
import { useInstallEngine, useRemoveEngine, useSpeech } from "./speech-queries";
import { speechTexts, stepTexts } from "./texts";

interface SpeechSectionProps {
  team: Team;
  demo: boolean;
}

/** What turns recordings into text, and the engine that can be installed on Zippy's server. */
export function SpeechSection({ team, demo }: SpeechSectionProps) {
  const speech = useSpeech(team.id);
  return (
    <SectionCard title={speechTexts.title}>
      <QueryView
        query={speech}
        failure={speechTexts.failedToFetch}
        skeleton={<Skeleton height={160} radius="sm" aria-hidden />}
      >
        {(state) => (
          <>
            <InUse state={state} />
            <h3 className={classes.subtitle}>English engine on Zippy's server</h3>
            <Engine team={team} demo={demo} state={state} />
            <h3 className={classes.subtitle}>Speech server</h3>
            {demo ? <p className={classes.text}>{speechTexts.demo}</p> : <Server state={state} />}
          </>
        )}
      </QueryView>
    </SectionCard>
  );
}

function InUse({ state: { engine, server } }: { state: SpeechState }) {
  const Icon = engine ? IconMicrophone : IconMicrophoneOff;
  return (
    <div className={classes.inUse} data-on={engine !== null || undefined}>
      <Icon size={20} stroke={1.75} aria-hidden />
      <div>
        <p className={classes.strong}>
          {engine === null
            ? speechTexts.nothing
            : server
              ? `${server.host} transcribes recordings.`
              : speechTexts.local}
        </p>
        <p className={classes.text}>
          {engine === null ? (
            speechTexts.nothingMeans
          ) : server ? (
            <>
              Every recording is sent there.{" "}
              <Link href="/settings/privacy" className={classes.link ?? ""}>
                Privacy
              </Link>{" "}
              lists each call.
            </>
          ) : (
            speechTexts.localMeans
          )}
        </p>
      </div>
    </div>
  );
}

function Engine({ team, demo, state }: SpeechSectionProps & { state: SpeechState }) {
  const { status, step, message } = state.installed;
  return (
    <>
      <p className={classes.text}>{speechTexts.quality}</p>
      <div aria-live="polite">
        {status === "ready" && (
          <p className={classes.status}>
            <IconCheck size={16} stroke={2} aria-hidden />
            {speechTexts.installed}
          </p>
        )}
        {status === "installing" && step && (
          <p className={classes.status}>
            <span className={classes.spinner} aria-hidden />
            {stepTexts[step]}
          </p>
        )}
        {status === "failed" && (
          <p className={classes.status} data-failed>
            <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
            {message}
          </p>
        )}
      </div>
      {status === "ready" && state.server && (
        <p className={classes.note}>Not used while a speech server is configured.</p>
      )}
      <EngineButtons team={team} demo={demo} state={state} />
    </>
  );
}

function EngineButtons({ team, demo, state }: SpeechSectionProps & { state: SpeechState }) {
  const install = useInstallEngine(team.id);
  const remove = useRemoveEngine(team.id);
  const [asking, setAsking] = useState(false);
  const { status } = state.installed;
  const reason = whyNot(state, team, demo);
  if (reason) return <p className={classes.note}>{reason}</p>;
  if (status === "installing")
    return (
      <Button
        variant="default"
        className={classes.after}
        loading={remove.isPending}
        onClick={() => remove.mutate()}
      >
        Stop the installation
      </Button>
    );
  if (status === "ready")
    return (
      <>
        <Button variant="default" className={classes.after} onClick={() => setAsking(true)}>
          Remove
        </Button>
        {asking && (
          <Question
            title="Remove the engine?"
            confirm={{
              label: "Remove",
              danger: true,
              busy: remove.isPending,
              run: () =>
                remove.mutate(undefined, {
                  onSuccess: () => showToast({ title: speechTexts.removed, tone: "success" }),
                  onSettled: () => setAsking(false),
                }),
            }}
            onClose={() => setAsking(false)}
          >
            Transcripts and recordings stay. New recordings wait until there is an engine again.
          </Question>
        )}
      </>
    );
  return (
    <>
      <p className={classes.note}>{speechTexts.size}</p>
      <Button className={classes.after} loading={install.isPending} onClick={() => install.mutate()}>
        {status === "failed" ? "Try again" : "Install the English engine"}
      </Button>
      <details className={classes.details}>
        <summary>Zippy's server has no network</summary>
        <ol>
          <li>
            On a machine with the same system and a network, run <code>npm ci --ignore-scripts</code> in the
            folder <code>speech</code> of this version of Zippy.
          </li>
          <li>
            Copy that folder into the data folder here, as <code>speech/engine</code>.
          </li>
          <li>Open this page: Zippy checks and tests the engine before it uses it.</li>
        </ol>
      </details>
    </>
  );
}

/** Why the viewer can't change anything here; null if they can. */
function whyNot({ installed, changeable }: SpeechState, team: Team, demo: boolean): string | null {
  if (installed.status === "off") return "The settings of this Zippy don't allow an engine on its server.";
  if (demo) return "In the demo, nothing can be installed.";
  if (!changeable)
    return "Several teams use this Zippy, so its administrator installs the engine: the documentation says how (self-hosting, Transcription).";
  if (!may(team.role, "integrations"))
    return `Only the ${rolesFor("integrations")} of this team can change this.`;
  return null;
}

function Server({ state: { server } }: { state: SpeechState }) {
  if (server)
    return (
      <p className={classes.text}>
        {server.host} with the model {server.model}, configured in the settings of this installation. Remove{" "}
        <code>STT_BASE_URL</code> to transcribe on Zippy's server instead.
      </p>
    );
  return (
    <p className={classes.text}>
      A server with OpenAI's transcription call, on your own machine or elsewhere, can know other languages
      and hear better. Set <code>STT_BASE_URL</code> to its address and restart Zippy. Zippy never sends a
      recording anywhere unless you set this.
    </p>
  );
}
