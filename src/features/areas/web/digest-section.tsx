import { Button, Skeleton } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "wouter";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { showToast } from "../../../web/ui/feedback/toast";
import type { Area, AreaDigest } from "../contract";
import items from "./area-items.module.css";
import { useAreaDigest } from "./area-queries";
import classes from "./digest-section.module.css";
import { dayOf, digestParts, digestText, moreOf, weekOf } from "./digest-text";
import { addressOf } from "./source-address";
import { areaTexts } from "./texts";

/** What was decided and done in an area this week, what is due and open, and a button to copy it as text. */
export function DigestSection({ area }: { area: Area }) {
  const digest = useAreaDigest(area.teamId, area.id);
  return (
    <QueryView
      query={digest}
      failure={areaTexts.failedToFetchDigest}
      skeleton={<Skeleton height={240} radius="sm" />}
    >
      {(week) => (
        <>
          <div className={classes.head}>
            <p className={classes.week}>{weekOf(week)}</p>
            <CopyDigest name={area.name} digest={week} />
          </div>
          {digestParts.every((part) => week[part].length === 0) && (
            <p className={items.none}>{areaTexts.quietWeek}</p>
          )}
          {digestParts.map(
            (part) =>
              week[part].length > 0 && (
                <section key={part} className={items.section} aria-label={areaTexts.digestParts[part]}>
                  <h2 className={items.title}>{areaTexts.digestParts[part]}</h2>
                  <ul className={items.rows}>
                    {week[part].map((line, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: a meeting has several decisions
                      <li key={index} className={classes.line}>
                        <Link href={addressOf(line.source)} className={classes.text ?? ""} dir="auto">
                          {line.text}
                        </Link>
                        {line.at && <time dateTime={line.at}>{dayOf(line)}</time>}
                      </li>
                    ))}
                    {moreOf(week, part) && (
                      <li className={`${classes.line} ${classes.more}`}>{moreOf(week, part)}</li>
                    )}
                  </ul>
                </section>
              ),
          )}
        </>
      )}
    </QueryView>
  );
}

function CopyDigest({ name, digest }: { name: string; digest: AreaDigest }) {
  const [copied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(digestText(name, digest, window.location.origin)).then(
      () => setCopied(true),
      () => showToast({ title: areaTexts.notCopied, tone: "error" }),
    );
  return (
    <Button
      variant="default"
      leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      onBlur={() => setCopied(false)}
      onClick={copy}
    >
      {copied ? areaTexts.copied : areaTexts.copyDigest}
    </Button>
  );
}
