import { IconArrowRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { counted } from "../../../../shared/counted";
import type { ConclusionReasons, Explanation, Reason, SentenceReasons } from "../../../triage/contract";
import { exactTime } from "../message-words";
import { whyTexts } from "../texts";
import { withMarkNames } from "./mark-names";
import { changeId, reasonId, split, usePointer, wordId } from "./why-links";
import { firstSentences, Quote, Quotes } from "./why-quotes";
import classes from "./why-sheet.module.css";
import { conclusionInWords, fieldNames, howSure, outcomeInWords, percent } from "./why-words";

interface WhyConclusionProps {
  conclusion: ConclusionReasons;
  explanation: Explanation;
}

/** One conclusion: its value, how sure it is, the reasons for and against it, and what would change it. */
export function WhyConclusion({ conclusion, explanation }: WhyConclusionProps) {
  const { field, probability, bias, rival, rule, changes } = conclusion;
  const carrying = split(conclusion.reasons, "reasons");
  const against = split(conclusion.against, "against");
  const smaller = [...carrying.rest, ...against.rest].sort(
    (one, other) => (other.share ?? 0) - (one.share ?? 0),
  );
  const sentences = firstSentences([...carrying.shown, ...against.shown]);
  const sentence = field === "task" && conclusion.conclusion === "task" ? explanation.sentence : null;
  return (
    <section className={classes.conclusion} aria-labelledby={`why-${field}`}>
      <h3 id={`why-${field}`} className={classes.head}>
        <span className={classes.field}>{fieldNames[field]}</span>
        <span className={classes.answer} dir="auto">
          {conclusionInWords(conclusion, explanation, exactTime)}
        </span>
      </h3>
      {probability !== null && (
        <p className={classes.sure}>
          {howSure(probability)}
          {rival && `. Next: ${rival.replaceAll("_", " ")}`}
          {bias !== null && !rival && `. Baseline: ${percent(1 / (1 + Math.exp(-bias)))}`}
        </p>
      )}
      {rule && <p className={classes.rule}>{rule}</p>}
      <Reasons conclusion={conclusion} reasons={carrying.shown} sentences={sentences} />
      {sentence && sentence.words.length > 0 && <SentenceWords sentence={sentence} />}
      {against.shown.length > 0 && (
        <Titled title={whyTexts.against}>
          <Reasons conclusion={conclusion} reasons={against.shown} sentences={sentences} />
        </Titled>
      )}
      {smaller.length > 0 && (
        <details className={classes.more}>
          <summary>{counted(smaller.length, "smaller reason")}</summary>
          <Reasons conclusion={conclusion} reasons={smaller} />
        </details>
      )}
      {(changes.length > 0 || probability !== null) && (
        <Titled title={whyTexts.changes}>
          {changes.length > 0 ? (
            <Changes conclusion={conclusion} />
          ) : (
            <p className={classes.rule}>{whyTexts.noChange}</p>
          )}
        </Titled>
      )}
    </section>
  );
}

function Titled({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h4 className={classes.side}>{title}</h4>
      {children}
    </>
  );
}

interface ReasonsProps {
  conclusion: ConclusionReasons;
  reasons: Reason[];
  /** The sentences to show in addition to words. */
  sentences?: Map<Reason, string>;
}

function Reasons({ conclusion, reasons, sentences }: ReasonsProps) {
  if (reasons.length === 0) return null;
  return (
    <ul className={classes.rows}>
      {reasons.map((reason) => (
        <li key={reason.signal}>
          <Row id={reasonId(conclusion, reason)} linked={reason.spans.length > 0}>
            <span className={classes.what}>
              <span>{reason.reason}</span>
              <Quotes of={reason} sentence={sentences?.get(reason)} />
            </span>
            {reason.share !== null && <Weight share={reason.share} for={(reason.contribution ?? 0) > 0} />}
          </Row>
        </li>
      ))}
    </ul>
  );
}

/** A share as a bar and a signed number. */
function Weight({ share, for: carries }: { share: number; for: boolean }) {
  const amount = share < 0.005 ? "<1%" : percent(share);
  return (
    <span className={classes.weight} data-against={!carries || undefined}>
      <span className={classes.bar} aria-hidden>
        <span style={{ width: `${Math.max(4, share * 100)}%` }} />
      </span>
      <span className={classes.amount}>
        <span aria-hidden>{carries ? "+" : "−"}</span>
        <span className="z-visually-hidden">
          {carries ? ", counts for it by " : ", counts against it by "}
        </span>
        {amount}
      </span>
    </span>
  );
}

/** A row that highlights its words while hovered; without words it is plain text. */
export function Row({ id, linked, children }: { id: string; linked: boolean; children: ReactNode }) {
  const { ids, point, show } = usePointer();
  if (!linked)
    return (
      <div className={classes.row} data-plain>
        {children}
      </div>
    );
  return (
    <button
      type="button"
      id={`why-${id}`}
      className={classes.row}
      data-shown={ids.includes(id) || undefined}
      onFocus={() => {
        point([id]);
        show(id);
      }}
      onBlur={() => point([])}
      onMouseEnter={() => point([id])}
      onMouseLeave={() => point([])}
      onClick={() => {
        point([id]);
        show(id);
      }}
    >
      {children}
    </button>
  );
}

/** Smaller parts of the sentence's weight are not listed (0 to 1). */
const leastPart = 0.02;

/** Why the task's sentence reads as a request or not: its words and its structure. */
function SentenceWords({ sentence }: { sentence: SentenceReasons }) {
  const { words, otherWords, build, adjustment } = sentence;
  const parts: { id: string; name: ReactNode; linked: boolean; contribution: number }[] = [
    { id: "sentence-build", name: "Its structure", linked: false, contribution: build },
    {
      id: "sentence-adjustment",
      name: adjustment > 0 ? "It asks directly" : "It may be an offer, a promise, or meant for others",
      linked: false,
      contribution: adjustment,
    },
    ...words.map(({ span, contribution }, index) => ({
      id: wordId(index),
      name: <Quote words={span.quote} />,
      linked: true,
      contribution,
    })),
    { id: "sentence-others", name: "Its other words", linked: false, contribution: otherWords },
  ];
  const total = parts.reduce((sum, { contribution }) => sum + Math.abs(contribution), 0);
  const named = parts.filter(({ contribution }) => Math.abs(contribution) > leastPart * total);
  return (
    <Titled title="Why that sentence reads as a request">
      <ul className={classes.rows}>
        {named.map(({ id, name, linked, contribution }) => (
          <li key={id}>
            <Row id={id} linked={linked}>
              <span className={classes.what}>{name}</span>
              <Weight share={Math.abs(contribution) / total} for={contribution > 0} />
            </Row>
          </li>
        ))}
      </ul>
    </Titled>
  );
}

function Changes({ conclusion }: { conclusion: ConclusionReasons }) {
  return (
    <ul className={classes.rows}>
      {conclusion.changes.map(({ condition, outcome, spans }, index) => (
        <li key={condition}>
          <Row id={changeId(conclusion, index)} linked={spans.length > 0}>
            <IconArrowRight size={16} aria-hidden className={classes.arrow} />
            <span className={classes.change} dir="auto">
              {withMarkNames(condition)}, {outcomeInWords(conclusion.field, outcome, exactTime)}.
            </span>
          </Row>
        </li>
      ))}
    </ul>
  );
}
