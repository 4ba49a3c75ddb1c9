export const pushTexts = {
  title: "Push notifications",
  about:
    "Shows what the bell tells you while Zippy is closed, with the same choices and quiet hours. It's sent through your browser's maker, encrypted so that only this browser can read it.",
  unsupported:
    "This browser can't show push notifications here. They need an address that begins with https and, on an iPhone or iPad, Zippy on the Home Screen.",
  denied:
    "This browser blocks notifications from Zippy. Allow them in the browser's settings for this site, then reload the page.",
  notAllowed: "You didn't allow notifications when the browser asked. Turn the switch on to be asked again.",
  notSetUp: "Push notifications aren't set up on this Zippy yet.",
  askAdmin: "The person who set up this installation can turn them on for everybody here.",
  setUp: "Set up push notifications",
  setUpHint: "Setting them up makes the keys that sign them, once for everybody here.",
  here: "Show notifications in this browser",
  hereHint: "Until you sign out here.",
  browsers: "Your browsers",
  thisBrowser: "This browser",
  added: "Added",
  lastUsed: (age: string) => `last notification ${age}`,
  neverUsed: "no notification yet",
  details: "Show what it's about",
  detailsOf: (device: string) => `Show what it's about: ${device}`,
  remove: "Remove",
  removeOf: (device: string) => `Remove ${device}`,
  failed: "Couldn't load your browsers",
  failedToSetUp: "Failed to set up push notifications",
  failedToSubscribe: {
    title: "Failed to turn on notifications",
    description: "The browser couldn't reach its push service. Try again later.",
  },
  failedToTurn: "Failed to change the notifications",
  failedToRemove: "Failed to remove the browser",
} as const;
