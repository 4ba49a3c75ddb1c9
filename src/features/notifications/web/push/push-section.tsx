import { Button, Skeleton, Switch } from "@mantine/core";
import { QueryView } from "../../../../web/ui/feedback/query-view";
import { messageAge, useNow } from "../../../../web/ui/relative-time";
import { SectionCard } from "../../../../web/ui/section-card";
import type { PushBrowser, PushState } from "../../contract";
import classes from "./push.module.css";
import {
  useMakeKeys,
  usePush,
  usePushBrowsers,
  useRemoveBrowser,
  useShowDetails,
  useThisBrowser,
  useTurnHere,
} from "./push-queries";
import { pushTexts } from "./push-texts";
import { NotAllowed } from "./this-browser";

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });

/** Push notifications: set them up, turn them on in this browser, and see in which browsers they're on. */
export function PushSection() {
  const state = usePush();
  return (
    <SectionCard title={pushTexts.title}>
      <p className={classes.text}>{pushTexts.about}</p>
      <QueryView
        query={state}
        failure={pushTexts.failed}
        skeleton={<Skeleton height={80} radius="sm" aria-hidden />}
      >
        {({ publicKey, mayMakeKeys }) =>
          publicKey === null ? <SetUp mayMakeKeys={mayMakeKeys} /> : <Browsers publicKey={publicKey} />
        }
      </QueryView>
    </SectionCard>
  );
}

function SetUp({ mayMakeKeys }: Pick<PushState, "mayMakeKeys">) {
  const make = useMakeKeys();
  return (
    <>
      <p className={classes.text}>
        {pushTexts.notSetUp} {mayMakeKeys ? pushTexts.setUpHint : pushTexts.askAdmin}
      </p>
      {mayMakeKeys && (
        <Button variant="default" loading={make.isPending} onClick={() => make.mutate()}>
          {pushTexts.setUp}
        </Button>
      )}
    </>
  );
}

function Browsers({ publicKey }: { publicKey: string }) {
  const browsers = usePushBrowsers();
  const here = useThisBrowser();
  return (
    <QueryView
      query={browsers}
      failure={pushTexts.failed}
      skeleton={<Skeleton height={80} radius="sm" aria-hidden />}
    >
      {(all) => {
        const endpoint = here.data?.endpoint ?? null;
        const own = all.find((browser) => browser.endpoint === endpoint);
        return (
          <>
            {here.data && <ThisBrowser ability={here.data.ability} publicKey={publicKey} browser={own} />}
            {all.length > 0 && <BrowserList browsers={all} own={own} />}
          </>
        );
      }}
    </QueryView>
  );
}

interface ThisBrowserProps {
  ability: "unsupported" | "denied" | "ready";
  publicKey: string;
  /** Its row, if notifications are on here. */
  browser: PushBrowser | undefined;
}

function ThisBrowser({ ability, publicKey, browser }: ThisBrowserProps) {
  const turn = useTurnHere();
  if (ability !== "ready") return <p className={classes.text}>{pushTexts[ability]}</p>;
  return (
    <>
      <Switch
        label={pushTexts.here}
        description={pushTexts.hereHint}
        checked={turn.isPending ? turn.variables.on : browser !== undefined}
        disabled={turn.isPending}
        onChange={({ currentTarget: { checked } }) =>
          turn.mutate(checked ? { on: true, publicKey } : { on: false, browser })
        }
      />
      {turn.error instanceof NotAllowed && (
        <p className={classes.text} role="status">
          {pushTexts.notAllowed}
        </p>
      )}
    </>
  );
}

function BrowserList({ browsers, own }: { browsers: PushBrowser[]; own: PushBrowser | undefined }) {
  const now = useNow(60_000);
  const remove = useRemoveBrowser();
  const turn = useTurnHere();
  const show = useShowDetails();
  return (
    <>
      <h3 className={classes.heading}>{pushTexts.browsers}</h3>
      <ul className={classes.rows} aria-label={pushTexts.browsers}>
        {browsers.map((browser) => (
          <li key={browser.id}>
            <span className={classes.words}>
              <span className={classes.device}>
                {browser.device}
                {browser === own && <span className={classes.mark}>{pushTexts.thisBrowser}</span>}
              </span>
              <span className={classes.meta}>
                {pushTexts.added} {day.format(new Date(browser.createdAt))},{" "}
                {browser.lastUsedAt
                  ? pushTexts.lastUsed(messageAge(browser.lastUsedAt, now).toLowerCase())
                  : pushTexts.neverUsed}
              </span>
              {browser.problem && <span className={classes.problem}>{browser.problem}</span>}
            </span>
            <Switch
              label={pushTexts.details}
              aria-label={pushTexts.detailsOf(browser.device)}
              checked={browser.details}
              onChange={({ currentTarget: { checked } }) => show.mutate({ ...browser, details: checked })}
            />
            <Button
              variant="subtle"
              color="gray"
              className={classes.remove ?? ""}
              aria-label={pushTexts.removeOf(browser.device)}
              onClick={() => (browser === own ? turn.mutate({ on: false, browser }) : remove.mutate(browser))}
            >
              {pushTexts.remove}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
