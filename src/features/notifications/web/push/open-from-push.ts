import { useEffect } from "react";
import { useLocation } from "wouter";
import type { OpenMessage } from "../../../../web/service-worker/push";

/** Opens in this window what was clicked in a push notification. */
export function useOpenFromPush(): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    const worker = navigator.serviceWorker;
    const listener = ({ data }: MessageEvent<Partial<OpenMessage> | null>) => {
      if (typeof data?.open === "string") navigate(data.open);
    };
    worker?.addEventListener("message", listener);
    return () => worker?.removeEventListener("message", listener);
  }, [navigate]);
}
