import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError, call } from "../../../web/api";
import { reasonOf } from "../../../web/failure";
import { currentUser } from "../../auth/contract";
import { useSignInState, useVisitor } from "../../auth/web/auth-hooks";
import { dropInvitation, keepInvitation } from "../../auth/web/invitation";
import { signIn } from "../../auth/web/sign-in";
import { acceptInvitation, listTeams, type OfferedInvitation, offeredInvitation } from "../contract";

/** The state of an invitation for its visitor. */
export type InvitationState =
  | { step: "loading" }
  /** It can be accepted. `email` is the signed-in user's, null if signed out. */
  | { step: "open"; offer: OfferedInvitation; email: string | null }
  /** It can't be accepted; the server's sentence says why. */
  | { step: "closed"; sentence: string }
  | { step: "joined" }
  | { step: "unreachable"; reason: string };

/** An invitation and its actions. */
export interface FollowedInvitation {
  state: InvitationState;
  /** An action is running; don't start another. */
  busy: boolean;
  /** Call it in a click handler, because it opens a popup. A new person joins by signing in. */
  signInToAccept(): void;
  accept(): void;
  retry(): void;
}

/** Loads the invitation of a link: what it offers, to whom, and whether they have joined. */
export function useInvitation(token: string): FollowedInvitation {
  const visitor = useVisitor();
  const { step } = useSignInState();
  const [state, setState] = useState<InvitationState>({ step: "loading" });
  const [attempt, setAttempt] = useState(0);
  const [accepting, setAccepting] = useState(false);
  const retry = useCallback(() => setAttempt((last) => last + 1), []);
  // A demo isn't an account: its visitors sign in first.
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
      // Only this sign-in uses the invitation, not a later one.
      dropInvitation();
    },
    async accept() {
      setAccepting(true);
      setState(await join(token, state));
      setAccepting(false);
    },
  };
}

/** Loads what the invitation offers and who is signed in. @param before - the previous offer. */
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
    // Used since: by this person, who just signed in with it, or by somebody else.
    if (before && email && (await isIn(before))) return { step: "joined" };
    return failed(offer);
  } catch (error) {
    return failed(error as Error);
  }
}

/** Accepts the invitation. If the session has ended, the offer stays open for the next sign-in. */
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

/** The email of the session's user; null if there is none. */
async function emailHere(): Promise<string | null> {
  try {
    return (await call(currentUser, {})).email;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return null;
    throw error;
  }
}

/** Whether the person is in the offered team with the offered role. */
async function isIn({ teamName, role }: OfferedInvitation): Promise<boolean> {
  const teams = await call({ ...listTeams, session: false as const }, {});
  return teams.some((team) => team.name === teamName && team.role === role);
}
