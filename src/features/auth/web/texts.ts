export const authTexts = {
  signIn: "Sign In",
  waiting: "Signing in…",
  signingOut: "Signing out…",
  failed: "Authentication Error",
  failedToStart: "Failed to start sign-in process. Please try again.",
  failedGoogle: "Failed to initiate Google sign-in:",
  notConfigured: "Firebase is not properly configured...",
  unauthorized: "Unauthorized",
  loggedOut: "You are logged out. Logging in again...",
  popupBlocked: "The sign-in window was blocked. Allow pop-ups for this page, then try again.",
  popupClosed: "The sign-in window was closed before you finished signing in. Please try again.",
} as const;

export const sessionTexts = {
  failedToFetch: "Couldn't load sessions",
  failedToEnd: "Failed to end the session",
  endAll: "Sign out everywhere",
  failedToEndAll: "Failed to sign out everywhere",
} as const;

export const profileTexts = {
  fromSignIn: "Name and picture come from the account you sign in with.",
  timeZone: "Time zone",
  timeZoneHelp:
    "Deadlines such as “by Friday” count in this time zone. It applies to messages that arrive from now on, and to your quiet hours and daily digest.",
  failedToSetTimeZone: "Couldn't change the time zone",
} as const;
