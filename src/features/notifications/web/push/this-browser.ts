/** How far this browser can show notifications: not at all, forbidden by the person, or `ready`. */
export type PushAbility = "unsupported" | "denied" | "ready";

export function pushAbility(): PushAbility {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window))
    return "unsupported";
  return Notification.permission === "denied" ? "denied" : "ready";
}

/** The person didn't answer the browser's question, or answered no. */
export class NotAllowed extends Error {
  override name = "NotAllowed";
}

/** This browser's subscription; null if there is none. */
export async function subscriptionHere(): Promise<PushSubscription | null> {
  if (pushAbility() === "unsupported") return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/**
 * Asks the person and subscribes this browser.
 *
 * @param publicKey - the server's key, in base64url.
 * @throws NotAllowed unless the person allows notifications; what the browser's push service throws.
 */
export async function subscribeHere(publicKey: string): Promise<PushSubscription> {
  if ((await Notification.requestPermission()) !== "granted") throw new NotAllowed();
  await navigator.serviceWorker.register("/service-worker.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  // One with an earlier key of the server would be refused.
  await (await pushManager.getSubscription())?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}
