import type { Executor } from "../../../server/database";
import { capitalize } from "../../../shared/wording";
import type { Answer, AnswerSource, ProposedTask } from "../contract";
import type { Viewer } from "../passage-repository";
import { answers } from "../ranking/rank-texts";
import { createListRepository } from "../repository";
import type { AskedTime, Findings, Retrieval } from "../retrieve";
import type { QuotedSentence } from "../sentences";
import { readWho } from "./contact-question";
import { createContacts } from "./contacts";
import { createCountRepository } from "./counting/count-repository";
import { createMessageCounts } from "./counting/message-counts";
import { distinct, nothingFound, offeredTasks, quotedAnswer } from "./format-answer";
import { createHappened } from "./happened";
import { kindOfAnswer } from "./kind-of-answer";
import { createMeetingAnswer } from "./meetings/meeting-answer";
import { createMeetingRepository } from "./meetings/meeting-repository";
import { createPromised } from "./promised";
import { chooseQuotes } from "./quotes";
import { createSent } from "./recipients/sent";
import { createSentRepository } from "./recipients/sent-repository";
import { createSaid } from "./said";
import { readStructuredQuestion, type StructuredQuestion } from "./structured-question";
import { proposeTask, readTaskRequest } from "./task-request";
import { createTaskLists } from "./tasks/task-lists";
import { readPast } from "./times/past-time";
import { createSpanRepository } from "./times/span-repository";
import { createTimedSearch } from "./times/timed-search";
import { always, createVoicesRepository, isNamed } from "./voices-repository";
import { createWaiting } from "./waiting/waiting";
import { createWaitingRepository } from "./waiting/waiting-repository";
import { createWhoAnswered } from "./who-answered";

/** Whether a passage answers the question, and none of its rare words is missing. */
export const isAnswered = ({ found, missing }: Findings): boolean =>
  missing.length === 0 && found.some(answers);

const quotesOf = (findings: Findings): QuotedSentence[] =>
  isAnswered(findings) ? chooseQuotes(aboutIt(findings)) : [];

/** Says first that nothing was decided, where the question asks what was and no quote says so. */
function lackingDecision({ question, time }: Findings, quotes: QuotedSentence[]): AskedTime | undefined {
  const { alone, fits } = kindOfAnswer(question);
  const isLacking = alone && !quotes.some(({ of, range }) => fits(of.text.slice(range.start, range.end)));
  if (!isLacking || time?.missed) return time;
  return { missed: "I found no decision about that.", when: time?.when ?? "" };
}

/** "In March 2001, this sentence comes closest:" */
export function openingOf(words: string, time: AskedTime | undefined): string {
  const said = [time?.when, words].filter(Boolean).join(", ");
  const sentence = said && `${capitalize(said)}:`;
  return [time?.missed, sentence].filter(Boolean).join(" ");
}

/** Answers questions from the team's own texts and tasks, without a language model. */
export function createAnswers({ db, retrieval }: { db: Executor; retrieval: Retrieval }) {
  const lists = createListRepository(db);
  const voices = createVoicesRepository(db);
  const said = createSaid(voices, retrieval);
  const contacts = createContacts(voices, retrieval);
  const whoAnswered = createWhoAnswered(voices, retrieval);
  const times = createSpanRepository(db);
  const promised = createPromised({ lists, times, retrieval });
  const sent = createSent({ sent: createSentRepository(db), voices, retrieval, quotesOf });
  const happened = createHappened(times, retrieval);
  const taskLists = createTaskLists(lists);
  const waiting = createWaiting(createWaitingRepository(db), retrieval);
  const messageCounts = createMessageCounts(createCountRepository(db), retrieval);
  const searchTimed = createTimedSearch(times, retrieval, (found) => quotesOf(found).length > 0);

  /** The spans of time that words may mean and in which something was written; else the latest that they may mean. */
  async function spansOf(viewer: Viewer, when: string | null, now: Date, timeZone: string) {
    const spans = when ? readPast(when, now, timeZone) : [];
    const filled = spans.length > 1 ? await times.filled(viewer, spans) : [];
    return filled.length > 0 ? filled : spans.slice(0, 1);
  }

  /** What somebody said; where the time may be of several years, in the latest one in which they said something. */
  async function saidThen(
    viewer: Viewer,
    { by, when, deed }: Extract<StructuredQuestion, { kind: "said" }>,
    timeZone: string,
  ): Promise<Answer | null> {
    const asked = { by, ...(deed && { deed }) };
    if (!when) return said(viewer, { ...asked, when: null, span: always });
    let latest: Answer | null = null;
    for (const span of await spansOf(viewer, when, new Date(), timeZone)) {
      const answer = await said(viewer, { ...asked, when: span.words, span });
      if (answer?.kind === "quotes") return answer;
      latest ??= answer;
    }
    return latest;
  }

  async function list(
    viewer: Viewer,
    question: StructuredQuestion,
    before: AnswerSource[],
  ): Promise<Answer | null> {
    if (question.kind === "contact") return contacts.answer(viewer, question);
    if (question.kind === "answered") return whoAnswered(viewer, question, before);
    if (question.kind === "waiting") return waiting(viewer, question, new Date());
    const timeZone = await lists.timeZone(viewer.userId);
    const now = new Date();
    if (question.kind === "count") {
      const [span] = await spansOf(viewer, question.when, now, timeZone);
      return messageCounts(viewer, question, span, { now, timeZone });
    }
    if (question.kind === "promised") {
      const spans = question.when ? readPast(question.when, now, timeZone) : [];
      return promised(viewer, question.to, spans);
    }
    if (question.kind === "sent") {
      const spans = question.when ? readPast(question.when, now, timeZone) : [];
      return sent(viewer, question, await times.filled(viewer, spans), spans[0]);
    }
    if (question.kind === "said") return saidThen(viewer, question, timeZone);
    if (question.kind === "happened")
      return happened(viewer, readPast(question.when, now, timeZone), question.decided ?? false);
    return taskLists(viewer, question, { now, timeZone });
  }

  return {
    /**
     * Makes tasks to confirm from words; null unless the question asks to add tasks. Only the person who asks can
     * want them: what a passage wants counts for nothing.
     */
    async proposer(
      viewer: Viewer,
      question: string,
    ): Promise<((words: string) => ProposedTask | null) | null> {
      if (readTaskRequest(question) === null) return null;
      const timeZone = await lists.timeZone(viewer.userId);
      return (words) => proposeTask(words, new Date(), timeZone);
    },

    /** The task that somebody asks to add, to confirm; null if the question names none. */
    async offered(viewer: Viewer, question: string): Promise<Answer | null> {
      const propose = await this.proposer(viewer, question);
      const proposed = propose?.(readTaskRequest(question) ?? "");
      return proposed ? offeredTasks([proposed]) : null;
    },

    /**
     * The answer to a question that asks for a list; null if it is another question.
     *
     * @param before - the sources of the answer that the question follows.
     */
    async listed(viewer: Viewer, question: string, before: AnswerSource[] = []): Promise<Answer | null> {
      const structured = readStructuredQuestion(question);
      return structured && list(viewer, structured, before);
    },

    /** The answer to what was said or decided in a meeting that the question names; null for any other question. */
    ofMeeting: createMeetingAnswer(createMeetingRepository(db), retrieval),

    /**
     * How to reach somebody about whom a question asks ("Who is Anna Berg?"); null for any other question, and if
     * something remembered says who they are.
     */
    async ofPerson(viewer: Viewer, question: string, { found }: Findings): Promise<Answer | null> {
      const who = readWho(question);
      if (!who) return null;
      const isTheirs = isNamed(who);
      const known = found.some(({ window: { of } }) => of.type === "fact" && isTheirs(of.text));
      return known ? null : contacts.reach(viewer, who);
    },

    /** Nothing answers the question; names what comes nearest. */
    nothing: ({ found, time }: Findings): Answer =>
      nothingFound(distinct(found.map(({ window }) => window.of)), time?.missed || undefined),

    /** What a question is about, in the time that it names if it asks for what was said then. */
    search: (viewer: Viewer, question: string): Promise<Findings> =>
      searchTimed(viewer, question, () => lists.timeZone(viewer.userId)),

    /** Quotes the sentences that answer, or says that there are none. */
    quoted(retrieved: Findings): Answer {
      const quotes = quotesOf(retrieved);
      const closest = quotes.length === 1 ? "this sentence comes closest" : "these sentences come closest";
      return quotes.length > 0
        ? quotedAnswer(quotes, openingOf(closest, lackingDecision(retrieved, quotes)))
        : this.nothing(retrieved);
    },
  };
}

/** Without the passages about somebody or something else. */
const aboutIt = (findings: Findings): Findings => ({
  ...findings,
  found: findings.found.filter(({ lacks }) => lacks.length === 0),
});
