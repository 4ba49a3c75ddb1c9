import { NoticeScreen } from "../web/ui/feedback/notice-screen";
import { Logo } from "../web/ui/logo";

/**
 * What the service worker (src/web/service-worker) shows while the server isn't running, to people without data in
 * this browser. Markup only: the build renders it into stopped.html, whose script polls the server until it is back.
 */
export function StoppedPage() {
  return (
    <NoticeScreen role="alert" icon={<Logo size={40} />} title="Zippy isn't running">
      <p>
        The server isn't responding. If it runs on this machine, start it with <code>npm start</code>.
      </p>
      <p>Your messages and tasks are safe. This page opens Zippy as soon as the server is back.</p>
    </NoticeScreen>
  );
}
