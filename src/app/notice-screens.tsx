import { type ReactNode, useEffect } from "react";
import type { SettingMistake } from "../features/auth/firebase-settings";
import { authTexts } from "../features/auth/web/texts";
import { webTexts } from "../web/texts";
import { NoticeScreen } from "../web/ui/feedback/notice-screen";
import { Logo } from "../web/ui/logo";
import { appTexts } from "./texts";

const reload = () => window.location.reload();

/** Logo and Loading..., the same as in index.html, so that nothing moves when the program starts. */
export function Splash({ text = webTexts.loading }: { text?: string }) {
  return (
    <div className="z-splash" role="status">
      <Logo size={48} />
      <p>{text}</p>
    </div>
  );
}

/** Replaces a screen that crashed (ROUTE-6). `inView`: inside the frame, which still works. */
export function ErrorScreen({ inView = false }: { inView?: boolean }) {
  useTitle(appTexts.errorScreen.title);
  return (
    <NoticeScreen
      role="alert"
      inView={inView}
      icon={<Mark>{cross}</Mark>}
      title={appTexts.errorScreen.title}
      action={{ label: appTexts.errorScreen.action, run: reload }}
    >
      A bug in Zippy stopped this screen. Your messages and tasks are safe.
    </NoticeScreen>
  );
}

/** For an unknown path (ROUTE-4), inside the frame. */
export function NotFoundScreen({ onLeave }: { onLeave: () => void }) {
  useTitle(appTexts.notFound.title);
  return (
    <NoticeScreen
      main
      inView
      icon={<Mark>{question}</Mark>}
      title={appTexts.notFound.title}
      action={{ label: "Go to Task Matrix", run: onLeave }}
    >
      There's no page at this address.
    </NoticeScreen>
  );
}

/** Shown if the server gives no usable response at start. */
export function UnreachableScreen({ reason, onRetry }: { reason: string; onRetry: () => void }) {
  useTitle("Can't reach Zippy");
  return (
    <NoticeScreen
      role="alert"
      icon={<Mark>{cross}</Mark>}
      title="Can't reach Zippy"
      action={{ label: "Try again", run: onRetry }}
    >
      {reason}
    </NoticeScreen>
  );
}

/** Shown if the identity settings are invalid: lists each with its fix (ROUTE-7). */
export function ConfigurationScreen({ mistakes }: { mistakes: SettingMistake[] }) {
  useTitle(appTexts.configuration.title);
  return (
    <NoticeScreen
      role="alert"
      icon={<Mark>{cross}</Mark>}
      title={appTexts.configuration.title}
      action={{ label: appTexts.configuration.action, run: reload }}
    >
      {mistakes.some(({ missing }) => missing) && <p>{authTexts.notConfigured}</p>}
      <p>Sign-in needs three settings: API key, project id and app id. Ask your administrator to fix:</p>
      <ul>
        {mistakes.map(({ variable, setting, message }) => (
          <li key={variable}>
            <strong>{setting}</strong> (<code>{variable}</code>): {message}
          </li>
        ))}
      </ul>
    </NoticeScreen>
  );
}

function useTitle(title: string) {
  useEffect(() => {
    document.title = title;
  }, [title]);
}

function Mark({ children }: { children: ReactNode }) {
  return (
    <svg
      width="40"
      height="40"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <circle cx="12" cy="12" r="9" />
      {children}
    </svg>
  );
}

const cross = <path d="M12 7.5v5.5M12 16.4v.1" />;
const question = <path d="M9.6 9.6a2.4 2.4 0 1 1 3.5 2.1c-.8.4-1.1.9-1.1 1.8M12 16.4v.1" />;
