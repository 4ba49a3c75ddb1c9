import { NoticeScreen } from "../web/ui/feedback/notice-screen";
import { Logo } from "../web/ui/logo";

/**
 * What the service worker shows when the server does not run (public/service-worker.js). Markup only: the build renders
 * it into stopped.html, whose script asks for the server until it is back.
 */
export function StoppedPage() {
  return (
    <NoticeScreen role="alert" icon={<Logo size={40} />} title="Zippy is not running">
      <p>
        Its server does not answer. If it runs on this machine, start it with <code>npm start</code>.
      </p>
      <p>Your messages and tasks are safe. This page opens Zippy by itself as soon as the server is back.</p>
    </NoticeScreen>
  );
}
