import { Button } from "@mantine/core";
import { IconArrowLeft, IconCircleCheckFilled, IconCopy } from "@tabler/icons-react";
import { Link } from "wouter";
import { ProviderIcon } from "../../../channels/web/provider-icon";
import type { IntegrationProvider } from "../../contract";
import { copyText } from "../copy-text";
import classes from "./setup-page.module.css";
import { setupSteps } from "./setup-steps";

interface SetupPageProps {
  provider: IntegrationProvider;
  checking: boolean;
  onCheck: () => void;
}

/** The steps that let people connect this provider, for the administrator, with everything to copy. */
export function SetupPage({ provider, checking, onCheck }: SetupPageProps) {
  return (
    <div className={classes.page}>
      <Link href="/integrations" className={classes.back ?? ""}>
        <IconArrowLeft size={16} aria-hidden />
        All integrations
      </Link>
      <div className={classes.head}>
        <ProviderIcon provider={provider.id} />
        <h2>{`Set up ${provider.name}`}</h2>
      </div>
      {provider.missing.length === 0 ? <Ready provider={provider} /> : <Steps provider={provider} />}
      {provider.missing.length > 0 && (
        <div className={classes.foot}>
          <Button variant="default" loading={checking} onClick={onCheck}>
            Check again
          </Button>
          <Button
            variant="subtle"
            leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
            onClick={() => void copyText(window.location.href, null)}
          >
            Copy the link to this page
          </Button>
        </div>
      )}
    </div>
  );
}

function Ready({ provider: { name } }: { provider: IntegrationProvider }) {
  return (
    <p className={classes.ready} role="status">
      <IconCircleCheckFilled size={18} aria-hidden />
      {`${name} is ready. You can connect accounts now.`}
    </p>
  );
}

function Steps({ provider: { id, name, missing, webhookUrl } }: { provider: IntegrationProvider }) {
  const origin = webhookUrl ? new URL(webhookUrl).origin : window.location.origin;
  return (
    <>
      <p className={classes.text}>
        {`Your administrator does this once. Then everybody here can connect ${name}. If you aren't the administrator, send them the link to this page.`}
      </p>
      <ol className={classes.steps}>
        {setupSteps(id, origin).map(({ text, copy = [] }) => (
          <li key={text}>
            {text}
            <Copied values={copy} />
          </li>
        ))}
        <li>
          {missing.length === 1
            ? "Set this in the server's environment."
            : "Set these in the server's environment."}
          <dl className={classes.settings}>
            {missing.map((setting) => (
              <div key={setting.name}>
                <dt>
                  <CopyValue value={setting.name} />
                </dt>
                <dd>{setting.where}</dd>
              </div>
            ))}
          </dl>
        </li>
        <li>
          Restart Zippy. <span className={classes.text}>See docs/self-hosting.md for more about {name}.</span>
        </li>
      </ol>
    </>
  );
}

function Copied({ values }: { values: readonly string[] }) {
  if (values.length === 0) return null;
  return (
    <span className={classes.values}>
      {values.map((value) => (
        <CopyValue key={value} value={value} />
      ))}
    </span>
  );
}

function CopyValue({ value }: { value: string }) {
  return (
    <button
      type="button"
      className={classes.value}
      title="Copy"
      aria-label={`Copy ${value}`}
      onClick={() => void copyText(value, null)}
    >
      <span>{value}</span>
      <IconCopy size={14} stroke={1.75} aria-hidden />
    </button>
  );
}
