import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { call } from "../../../web/api";
import { reasonOf } from "../../../web/failure";
import { NoticeScreen } from "../../../web/ui/feedback/notice-screen";
import { Logo } from "../../../web/ui/logo";
import { logout } from "../../auth/contract";
import { useVisitor } from "../../auth/web/auth-hooks";
import { identity } from "../../auth/web/identity";
import buttons from "../../landing/web/buttons.module.css";
import classes from "./demo-screen.module.css";
import { enterDemo } from "./enter-demo";

/** Opens the demo for any visitor. Only signed-in users are asked first. */
export function DemoScreen() {
  const visitor = useVisitor();
  useEffect(() => {
    document.title = "Demo · Zippy";
    // Loads what the workspace needs while the server fills the team.
    void import("./demo-frame").catch(() => undefined);
  }, []);
  return visitor?.kind === "person" ? <SignedInQuestion /> : <SettingUp />;
}

function SettingUp() {
  const [, navigate] = useLocation();
  const [failure, setFailure] = useState<Error>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt sends a new request
  useEffect(() => {
    let here = true;
    setFailure(undefined);
    enterDemo().then(
      () => here && navigate("/inbox", { replace: true }),
      (error: Error) => here && setFailure(error),
    );
    return () => {
      here = false;
    };
  }, [navigate, attempt]);
  if (failure)
    return (
      <NoticeScreen
        role="alert"
        icon={<Logo size={40} />}
        title="The demo didn't open"
        action={{ label: "Try again", run: () => setAttempt((last) => last + 1) }}
      >
        {reasonOf(failure)}
      </NoticeScreen>
    );
  return (
    <div className="z-splash" role="status">
      <Logo size={48} />
      <p>Setting up your demo...</p>
    </div>
  );
}

function SignedInQuestion() {
  const [, navigate] = useLocation();
  const [failure, setFailure] = useState<Error>();
  const [leaving, setLeaving] = useState(false);
  async function leave() {
    setLeaving(true);
    try {
      await call(logout, {});
      // After this nobody is signed in, and the demo opens.
      await identity().signOut();
    } catch (error) {
      setFailure(error as Error);
      setLeaving(false);
    }
  }
  return (
    <NoticeScreen icon={<Logo size={40} />} title="You're signed in">
      <p>The demo would sign you out in this browser. Your team and its data stay unchanged.</p>
      <div className={classes.answers}>
        <button type="button" className={buttons.primary} onClick={() => navigate("/matrix")}>
          Go to Task Matrix
        </button>
        <button
          type="button"
          className={buttons.secondary}
          aria-disabled={leaving}
          onClick={() => !leaving && void leave()}
        >
          Sign out and open the demo
        </button>
      </div>
      {failure && (
        <p className={classes.failure} role="alert">
          {reasonOf(failure)}
        </p>
      )}
    </NoticeScreen>
  );
}
