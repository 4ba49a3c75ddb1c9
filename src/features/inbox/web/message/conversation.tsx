import { useLocation } from "wouter";
import { cutText } from "../../../../shared/cut-text";
import { QueryView } from "../../../../web/ui/feedback/query-view";
import { messageAge } from "../../../../web/ui/relative-time";
import { RelatedItems } from "../../../tasks/web/task/related-items";
import type { Message } from "../../contract";
import { useMessageContext } from "../message-queries";
import { exactTime, inOneLine } from "../message-words";
import classes from "./message-dialog.module.css";
import { MessageLinks } from "./message-links";

interface ConversationProps {
  message: Message;
  onOpenTask: ((taskId: string) => void) | undefined;
  onOpenMessage: (messageId: string) => void;
}

/** The messages around a message, oldest first, the tasks created from them, and what else relates to it. */
export function Conversation({ message, onOpenTask, onOpenMessage }: ConversationProps) {
  const query = useMessageContext(message.id);
  const [, navigate] = useLocation();
  return (
    <QueryView query={query} failure="Couldn't load the conversation">
      {({ conversation, related, around, source }) => {
        const tasks = related.filter(({ type }) => type === "task");
        const others = around.filter(({ type }) => type !== "task" || onOpenTask);
        return (
          <>
            <MessageLinks message={message} source={source} />
            {tasks.length > 0 && onOpenTask && (
              <section className={classes.section} aria-labelledby="message-tasks">
                <h3 id="message-tasks">Related tasks</h3>
                <RelatedItems items={tasks} onOpen={({ id }) => onOpenTask(id)} />
              </section>
            )}
            <section className={classes.section} aria-labelledby="message-conversation">
              <h3 id="message-conversation">Conversation</h3>
              <Others messages={conversation} current={message.id} />
            </section>
            {others.length > 0 && (
              <section className={classes.section} aria-labelledby="message-around">
                <h3 id="message-around">Related</h3>
                <RelatedItems
                  items={others}
                  onOpen={({ type, id }) => {
                    if (type === "meeting") navigate(`/meetings/${id}`);
                    else if (type === "task") onOpenTask?.(id);
                    else onOpenMessage(id);
                  }}
                />
              </section>
            )}
          </>
        );
      }}
    </QueryView>
  );
}

function Others({ messages, current }: { messages: Message[]; current: string }) {
  const now = Date.now();
  if (messages.every(({ id }) => id === current))
    return <p className={classes.quiet}>No other messages in this conversation.</p>;
  return (
    <ol className={classes.conversation}>
      {messages.map((message) => (
        <li key={message.id} aria-current={message.id === current || undefined}>
          {message.id === current ? (
            <p className={classes.here}>This message, {messageAge(message.createdAt, now)}</p>
          ) : (
            <details>
              <summary>
                <span className={classes.sender} dir="auto">
                  {message.sender}
                </span>
                <time dateTime={message.createdAt} title={exactTime(message.createdAt)}>
                  {messageAge(message.createdAt, now)}
                </time>
                <span className={classes.gist} dir="auto">
                  {cutText(inOneLine(message.content), 120)}
                </span>
              </summary>
              <div className={classes.content} dir="auto">
                {message.content}
                {message.contentCut && "…"}
              </div>
            </details>
          )}
        </li>
      ))}
    </ol>
  );
}
