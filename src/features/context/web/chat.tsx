import { Button, Skeleton } from "@mantine/core";
import { IconCheck, IconCopy, IconRefresh, IconTrash } from "@tabler/icons-react";
import { useLayoutEffect, useRef, useState } from "react";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { IconButton } from "../../../web/ui/icon-button";
import { Question } from "../../../web/ui/question";
import type { Area } from "../../areas/contract";
import type { ChatMessage } from "../contract";
import { AnswerView, type OpenedSource } from "./answer-view";
import classes from "./chat.module.css";
import { type OpenQuestion, useAsking, useChatHistory, useClearChat } from "./chat-queries";
import { Composer } from "./composer";
import { ProposedTasks } from "./proposed-tasks";
import { useStaysAtEnd } from "./stays-at-end";
import { contextTexts, firstQuestions } from "./texts";

interface ChatProps {
  teamId: string;
  /** It is only about this area. */
  area?: Pick<Area, "id" | "name">;
  onOpen: (source: OpenedSource) => void;
}

/** The chat: its history, the answer that is under way, and the field for the next question. */
export function Chat({ teamId, area, onOpen }: ChatProps) {
  const history = useChatHistory(teamId, area?.id);
  const { open, ask, stop, forget } = useAsking(teamId, area?.id);
  const clear = useClearChat(teamId, area?.id);
  const [clearing, setClearing] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const turns = history.data?.length;
  const grown = open?.answer?.sentences.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these changes what stands at the end
  useLayoutEffect(() => end.current?.scrollIntoView({ block: "end" }), [turns, grown, open?.state]);
  const box = useStaysAtEnd(end);
  const send = (question: string) => void ask(question);
  return (
    <div className={classes.chat}>
      <div ref={box} className={classes.scroll}>
        <div className={classes.column}>
          <QueryView
            query={history}
            failure={contextTexts.failedToFetch}
            skeleton={<Skeleton height={120} radius="sm" aria-hidden />}
          >
            {(all) => {
              // The history may have the answer a moment before the end of the answer itself is here.
              const isNew = ({ id }: { id: string }) =>
                open?.state === "answering" && open.before?.has(id) === false;
              const messages = all.filter((message) => !isNew(message));
              return messages.length === 0 && !open ? (
                <EmptyChat area={area?.name} onAsk={send} />
              ) : (
                <>
                  {messages.length > 0 && (
                    <div className={classes.tools}>
                      <Button
                        variant="subtle"
                        size="compact-sm"
                        leftSection={<IconTrash size={16} aria-hidden />}
                        onClick={() => setClearing(true)}
                      >
                        {contextTexts.clear}
                      </Button>
                    </div>
                  )}
                  <ol className={classes.turns} aria-label="Chat">
                    {messages.map((message, index) => (
                      <Turn
                        key={message.id}
                        teamId={teamId}
                        message={message}
                        onOpen={onOpen}
                        // Asking again makes sense for the last answer only; older ones are history.
                        {...(index === messages.length - 1 &&
                          !open && { onAgain: () => send(messages[index - 1]?.content ?? "") })}
                      />
                    ))}
                    {open && <OpenTurn open={open} onOpen={onOpen} onAgain={() => send(open.question)} />}
                  </ol>
                </>
              );
            }}
          </QueryView>
          <div ref={end} />
        </div>
      </div>
      <div className={classes.below}>
        <div className={classes.column}>
          <Composer
            placeholder={area ? contextTexts.emptyTitleOf(area.name) : contextTexts.placeholder}
            inputRef={input}
            answering={open?.state === "answering"}
            onSend={send}
            onStop={stop}
          />
        </div>
      </div>
      {clearing && (
        <Question
          title={contextTexts.clear}
          confirm={{
            label: "Delete",
            danger: true,
            busy: clear.isPending,
            run: () =>
              clear.mutate(undefined, {
                onSuccess: () => {
                  forget();
                  setClearing(false);
                  input.current?.focus();
                },
              }),
          }}
          onClose={() => setClearing(false)}
        >
          <p>Your questions and their answers are deleted for good. Messages and tasks stay.</p>
        </Question>
      )}
    </div>
  );
}

interface EmptyChatProps {
  area: string | undefined;
  onAsk: (question: string) => void;
}

function EmptyChat({ area, onAsk }: EmptyChatProps) {
  return (
    <div className={classes.empty}>
      <h2 className={classes.emptyTitle}>
        {area ? contextTexts.emptyTitleOf(area) : contextTexts.emptyTitle}
      </h2>
      <p className={classes.emptyText}>{area ? contextTexts.emptyOfArea : contextTexts.empty}</p>
      <div className={classes.first}>
        {firstQuestions.map((question) => (
          <Button key={question} variant="default" onClick={() => onAsk(question)}>
            {question}
          </Button>
        ))}
      </div>
    </div>
  );
}

interface TurnProps {
  teamId: string;
  message: ChatMessage;
  onOpen: (source: OpenedSource) => void;
  onAgain?: () => void;
}

function Turn({ teamId, message: { id, role, content, answer }, onOpen, onAgain }: TurnProps) {
  if (role === "user") return <Asked question={content} />;
  return (
    <li className={classes.answer}>
      {answer ? (
        <AnswerView answer={answer} onOpen={onOpen}>
          {answer.proposals && (
            <ProposedTasks teamId={teamId} messageId={id} proposals={answer.proposals} onOpen={onOpen} />
          )}
        </AnswerView>
      ) : (
        <p className={classes.words}>{content}</p>
      )}
      <div className={classes.actions}>
        <CopyButton text={content} />
        {onAgain && (
          <IconButton label={contextTexts.retry} title={contextTexts.retry} onClick={onAgain}>
            <IconRefresh size={16} aria-hidden />
          </IconButton>
        )}
      </div>
    </li>
  );
}

function Asked({ question }: { question: string }) {
  return (
    <li className={classes.question}>
      <p className={classes.words} dir="auto">
        {question}
      </p>
    </li>
  );
}

interface OpenTurnProps {
  open: OpenQuestion;
  onOpen: (source: OpenedSource) => void;
  onAgain: () => void;
}

function OpenTurn({ open: { question, state, answer }, onOpen, onAgain }: OpenTurnProps) {
  return (
    <>
      <Asked question={question} />
      <li className={classes.answer} aria-busy={state === "answering"}>
        {answer && <AnswerView answer={answer} onOpen={onOpen} />}
        {state === "answering" && !answer && <p className={classes.quiet}>{contextTexts.answering}</p>}
        {state !== "answering" && (
          <div className={classes.again}>
            <span className={classes.quiet}>
              {state === "stopped" ? contextTexts.stopped : contextTexts.notAnswered}
            </span>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconRefresh size={16} aria-hidden />}
              onClick={onAgain}
            >
              {contextTexts.retry}
            </Button>
          </div>
        )}
      </li>
    </>
  );
}

function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  const label = copied ? contextTexts.copied : contextTexts.copy;
  return (
    <IconButton
      label={label}
      title={label}
      onBlur={() => setCopied(false)}
      onClick={() =>
        navigator.clipboard.writeText(text).then(
          () => setCopied(true),
          () => setCopied(false),
        )
      }
    >
      {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
    </IconButton>
  );
}
