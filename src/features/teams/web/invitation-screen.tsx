import { type ReactNode, useEffect } from "react";
import { useLocation } from "wouter";
import { webTexts } from "../../../web/texts";
import { NoticeScreen } from "../../../web/ui/feedback/notice-screen";
import { Logo } from "../../../web/ui/logo";
import { useSignInState } from "../../auth/web/auth-hooks";
import { identity } from "../../auth/web/identity";
import { dropInvitation } from "../../auth/web/invitation";
import { SignInFailure } from "../../auth/web/sign-in-failure";
import { authTexts } from "../../auth/web/texts";
import type { OfferedInvitation } from "../contract";
import classes from "./invitation-screen.module.css";
import { type FollowedInvitation, useInvitation } from "./invitation-state";

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long" });

/** The page of an invitation's link, /invite/{token}; without library components. */
export function InvitationScreen() {
  const [path, navigate] = useLocation();
  const invitation = useInvitation(path.split("/")[2] ?? "");
  const { state } = invitation;
  const joined = state.step === "joined";
  useEffect(() => {
    document.title = "Invitation · Zippy";
  }, []);
  useEffect(() => {
    if (joined) navigate("/matrix");
  }, [joined, navigate]);
  /** Leaves for the workspace, or for the landing page without a session. */
  const leave = () => {
    dropInvitation();
    navigate("/");
  };

  switch (state.step) {
    case "loading":
    case "joined":
      return (
        <div className="z-splash" role="status">
          <Logo size={48} />
          <p>{webTexts.loading}</p>
        </div>
      );
    case "closed":
      return (
        <Notice title="Invitation" action={{ label: "Go to Zippy", run: leave }}>
          {state.sentence}
        </Notice>
      );
    case "unreachable":
      return (
        <Notice title="Couldn't load the invitation" action={{ label: "Try again", run: invitation.retry }}>
          {state.reason}
        </Notice>
      );
    case "open":
      return (
        <>
          <Notice title={`Join ${state.offer.teamName}`}>
            <p>{sentenceOf(state.offer)}</p>
            <Answer {...{ invitation, email: state.email, onLeave: leave }} />
          </Notice>
          <SignInFailure />
        </>
      );
  }
}

interface NoticeProps {
  title: string;
  action?: { label: string; run: () => void };
  children: ReactNode;
}

function Notice({ title, action, children }: NoticeProps) {
  return (
    <NoticeScreen title={title} icon={<Logo size={40} />} {...(action && { action })}>
      {children}
    </NoticeScreen>
  );
}

interface AnswerProps {
  invitation: FollowedInvitation;
  email: string | null;
  onLeave: () => void;
}

function Answer({ invitation, email, onLeave }: AnswerProps) {
  const { step } = useSignInState();
  const signedOut = email === null;
  useEffect(() => {
    if (signedOut) identity().prepare();
  }, [signedOut]);
  const { busy, accept, signInToAccept } = invitation;
  if (signedOut)
    return (
      <div className={classes.answers}>
        <button
          type="button"
          className={classes.primary}
          aria-disabled={busy}
          onClick={() => !busy && signInToAccept()}
        >
          {step === "idle" ? "Sign In to accept" : authTexts.waiting}
        </button>
      </div>
    );
  return (
    <>
      <p className={classes.who}>You are signed in as {email}.</p>
      <div className={classes.answers}>
        <button
          type="button"
          className={classes.primary}
          aria-disabled={busy}
          onClick={() => !busy && accept()}
        >
          Accept
        </button>
        <button
          type="button"
          className={classes.secondary}
          aria-disabled={busy}
          onClick={() => !busy && onLeave()}
        >
          Not now
        </button>
      </div>
    </>
  );
}

function sentenceOf({ teamName, role, expiresAt }: OfferedInvitation): string {
  return `${teamName} invites you as ${role === "admin" ? "an admin" : "a member"}. The invitation is valid until ${day.format(new Date(expiresAt))}.`;
}
