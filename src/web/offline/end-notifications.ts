/**
 * Closes the notifications that this browser still shows, because they may say what a task or a message is about, and ends
 * its push subscription. The server has forgotten it with the session, but a browser that replaces it later would do so
 * for the next person who is signed in.
 */
export async function endNotifications(): Promise<void> {
  try {
    // Without https, a browser has no service worker, and nothing to end.
    const registration = await navigator.serviceWorker?.getRegistration();
    // Not awaited: a browser may ask its push service first, and signing out doesn't wait for that.
    registration?.pushManager
      ?.getSubscription()
      .then((subscription) => subscription?.unsubscribe())
      .catch(warn);
    for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
  } catch (error) {
    warn(error);
  }
}

const warn = (error: unknown): void => console.warn("Couldn't end the notifications of this browser", error);
