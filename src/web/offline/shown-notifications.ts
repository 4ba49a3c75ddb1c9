/** Closes the notifications that this browser still shows: they may say what a task or a message is about. */
export async function closeShown(): Promise<void> {
  try {
    // Without https, a browser has no service worker, and nothing to close.
    const registration = await navigator.serviceWorker?.getRegistration();
    for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
  } catch (error) {
    console.warn("Couldn't close the notifications that are shown", error);
  }
}
