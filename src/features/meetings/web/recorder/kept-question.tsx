import { type ReactNode, useState } from "react";
import { Question } from "../../../../web/ui/question";
import { useUser } from "../../../auth/web/auth-queries";
import { type KeptSound, sendKeptOf } from "./left-pieces";

interface KeptFirst {
  /** Sends the sound that this browser keeps, then takes the step. If it couldn't be sent, it asks first. */
  first: (meetingId: string, step: (sent: number) => void) => void;
  sending: boolean;
  question: ReactNode;
}

/** For steps that end a recording: before them, the sound that this browser still keeps must be sent. */
export function useKeptFirst(): KeptFirst {
  const { data: user } = useUser();
  const [sending, setSending] = useState(false);
  const [asked, setAsked] = useState<{ kept: KeptSound; step: () => void } | null>(null);
  async function first(meetingId: string, step: (sent: number) => void) {
    if (!user) return;
    setSending(true);
    const { sent, kept } = await sendKeptOf(user.id, meetingId).finally(() => setSending(false));
    if (kept) setAsked({ kept, step: () => step(sent) });
    else step(sent);
  }
  return {
    first: (meetingId, step) => void first(meetingId, step),
    sending,
    question: asked && (
      <Question
        title={`Go on without ${asked.kept.seconds} s of sound?`}
        onClose={() => setAsked(null)}
        confirm={{
          label: "Go on",
          danger: true,
          run() {
            setAsked(null);
            asked.step();
          },
        }}
      >
        <p>{asked.kept.reason}</p>
        <p>
          Only this browser has {asked.kept.seconds} s of this recording. If you go on now, they are lost.
        </p>
      </Question>
    ),
  };
}
