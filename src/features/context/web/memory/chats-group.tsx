import { Button, Skeleton } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { Link } from "wouter";
import { cutText } from "../../../../shared/cut-text";
import { QueryView } from "../../../../web/ui/feedback/query-view";
import { IconButton } from "../../../../web/ui/icon-button";
import type { Conversation } from "../../contract";
import classes from "./memory.module.css";
import { useConversations, useDeleteConversation, useDeleteConversations } from "./memory-queries";
import { Group, RememberedList } from "./remembered-list";
import { memoryTexts } from "./texts";

const date = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

/** The person's conversations with Context Memory. */
export function ChatsGroup({ teamId, words }: { teamId: string; words: string }) {
  const conversations = useConversations(teamId, words);
  const remove = useDeleteConversation(teamId);
  const removeAll = useDeleteConversations(teamId);
  return (
    <Group title={memoryTexts.chats} total={conversations.data?.total} explained={memoryTexts.chatsExplained}>
      {(ask) => (
        <QueryView
          query={conversations}
          failure={memoryTexts.failedToFetchChats}
          skeleton={<Skeleton height={104} radius="sm" />}
        >
          {({ conversations: rows, total }) => (
            <>
              <RememberedList
                label={memoryTexts.chats}
                none={memoryTexts.noChats}
                {...{ rows, total, words }}
              >
                {(one) => (
                  <ConversationRow
                    key={one.id}
                    conversation={one}
                    onDelete={() =>
                      ask({
                        title: "Delete this chat for good?",
                        words: one.question,
                        goes: memoryTexts.chatGoes,
                        run: () => remove.mutateAsync(one.id),
                      })
                    }
                  />
                )}
              </RememberedList>
              {rows.length > 0 && !words && (
                <Button
                  variant="default"
                  className={classes.all}
                  leftSection={<IconTrash size={16} aria-hidden />}
                  onClick={() =>
                    ask({
                      title: `${memoryTexts.deleteAll}?`,
                      goes: memoryTexts.chatsGo,
                      run: () => removeAll.mutateAsync(undefined),
                    })
                  }
                >
                  {memoryTexts.deleteAll}
                </Button>
              )}
            </>
          )}
        </QueryView>
      )}
    </Group>
  );
}

interface ConversationRowProps {
  conversation: Conversation;
  onDelete: () => void;
}

function ConversationRow({
  conversation: { area, question, questions, startedAt },
  onDelete,
}: ConversationRowProps) {
  const title = question.trim() || memoryTexts.noQuestion;
  return (
    <li>
      <div className={classes.words}>
        <p className={classes.own}>
          <Link
            href={area ? `/context/${area.id}?tab=chat` : "/context"}
            className={classes.name ?? ""}
            dir="auto"
          >
            {title}
          </Link>
        </p>
        <p className={classes.meta}>
          {[
            date.format(new Date(startedAt)),
            memoryTexts.questions(questions),
            area && memoryTexts.ofArea(area.name),
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      <IconButton
        label={`Delete the chat “${cutText(title, 60)}”`}
        title="Delete for good"
        onClick={onDelete}
      >
        <IconTrash size={16} aria-hidden />
      </IconButton>
    </li>
  );
}
