export const appTexts = {
  errorScreen: { title: "Something went wrong", action: "Refresh Page" },
  notFound: { title: "404 Page Not Found" },
  configuration: { title: "Configuration Error", action: "Reload Page" },
  live: { reconnecting: "Reconnecting…", ended: "Disconnected. Reload the page." },
} as const;
