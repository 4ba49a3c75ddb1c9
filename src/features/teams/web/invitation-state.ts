import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError, call } from "../../../web/api";
import { reasonOf } from "../../../web/failure";
import { currentUser } from "../../auth/contract";
import { useSignInState, useVisitor } from "../../auth/web/auth-hooks";
import { dropInvitation, keepInvitation } from "../../auth/web/invitation";
import { signIn } from "../../auth/web/sign-in";
import { acceptInvitation, listTeams, type OfferedInvitation, offeredInvitation } from "../contract";

/** Where somebody who follows an invitation's link stands. */
export type InvitationState =
  | { step: "loading" }
  /** It can be accepted. `email` is whom the server knows here, null when nobody is signed in. */
  | { step: "open"; offer: OfferedInvitation; email: string | null }
  /** It cannot, or not any more; in the server's words. */
  | { step: "closed"; sentence: string }
  | { step: "joined" }
  | { step: "unreachable"; reason: string };

/** An invitation, and what can be done with it. */
export interface FollowedInvitation {
  state: InvitationState;
  /** Something is under way; nothing else should be begun. */
  busy: boolean;
  /** Call it inside a click: a popup opens. A new person joins by signing in. */
  signInToAccept(): void;
  accept(): void;
  retry(): void;
}

/** Follows the invitation of a link: what it offers, to whom, and whether they have joined. */
export function useInvitation(token: string): FollowedInvitation {
  const visitor = useVisitor();
  const { step } = useSignInState();
  const [state, setState] = useState<InvitationState>({ step: "loading" });
  const [attempt, setAttempt] = useState(0);
  const [accepting, setAccepting] = useState(false);
  const retry = useCallback(() => setAttempt((last) => last + 1), []);
  // A demonstration is nobody's account: its visitors sign in first.
  const known = visitor?.kind === "person";
  const look = `${token} ${known && visitor.user.email} ${attempt}`;
  const [looked, setLooked] = useState<string>();
  const offered = useRef<OfferedInvitation>(undefined);

  useEffect(() => {
    if (step !== "idle") return;
    let current = true;
    void find(token, known, offered.current).then((found) => {
      if (!current) return;
      if (found.step === "open") offered.current = found.offer;
      setState(found);
      setLooked(look);
    });
    return () => {
      current = false;
    };
  }, [token, known, step, look]);

  return {
    state,
    busy: accepting || step !== "idle" || looked !== look,
    retry,
    async signInToAccept() {
      keepInvitation(token);
      await signIn();
      // Only this sign-in follows the invitation; a later one is none of its business.
      dropInvitation();
    },
    async accept() {
      setAccepting(true);
      setState(await join(token, state));
      setAccepting(false);
    },
  };
}

/** Asks what the invitation offers and who is here. @param before - what it offered a moment ago. */
async function find(
  token: string,
  known: boolean,
  before: OfferedInvitation | undefined,
): Promise<InvitationState> {
  try {
    const [email, offer] = await Promise.all([
      known ? emailHere() : null,
      call(offeredInvitation, { params: { token } }).catch((error: Error) => error),
    ]);
    if (!(offer instanceof Error)) return { step: "open", offer, email };
    // Used up since: by the very person who has just signed in with it, or by somebody else.
    if (before && email && (await isIn(before))) return { step: "joined" };
    return failed(offer);
  } catch (error) {
    return failed(error as Error);
  }
}

/** Accepts; without a session any more it is still open, for somebody who signs in. */
async function join(token: string, state: InvitationState): Promise<InvitationState> {
  try {
    await call(acceptInvitation, { params: { token } });
    return { step: "joined" };
  } catch (error) {
    if (error instanceof ApiError && error.status === 401 && state.step === "open")
      return { ...state, email: null };
    return failed(error as Error);
  }
}

function failed(error: Error): InvitationState {
  const refused = error instanceof ApiError && error.status < 500 && error.status !== 429;
  return refused
    ? { step: "closed", sentence: reasonOf(error) }
    : { step: "unreachable", reason: reasonOf(error) };
}

/** The address of who has a session here; null when nobody has. */
async function emailHere(): Promise<string | null> {
  try {
    return (await call(currentUser, {})).email;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return null;
    throw error;
  }
}

/** Whether the person is in the team that was offered, with the role that was offered. */
async function isIn({ teamName, role }: OfferedInvitation): Promise<boolean> {
  const teams = await call({ ...listTeams, session: false as const }, {});
  return teams.some((team) => team.name === teamName && team.role === role);
}
