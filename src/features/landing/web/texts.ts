export const landingTexts = {
  signInAdvice: "Try the Demo instead or check your browser's popup settings.",
  sections: { features: "Features", pricing: "Pricing", about: "About" },
  accountDeleted: (day: string) =>
    `Your account is deleted, and so are the teams that only you were in. You can take it back by signing in before ${day}; then everything about you is deleted for good. Messages and tasks in other people's teams stay there.`,
  sessionOpen:
    "You left the workspace, but the server hasn't ended your session. Reload this page to try again.",
  getStarted: "Get Started",
  startTrial: "Start Free Trial",
  signInForPlan: "Sign in to continue with the plan you chose. A new account starts with a free trial.",
  watchDemo: "Watch Demo",
  watchLongDemo: "Watch a 3 Min Demo",
  trial: "14-day free trial, no card",
  aims: [
    { figure: "5 hours", of: "saved weekly" },
    { figure: "90%", of: "context retention" },
  ],
  nowhere: ["Changelog", "Roadmap", "Blog", "Careers", "Contact"],
} as const;

export const pricingTexts = {
  title: "Pricing",
  failed: "Unable to load pricing plans",
  failedDetail: "Please try again later.",
} as const;

export const legalTexts = {
  terms: "Terms of Service",
  privacy: "Privacy Policy",
  date: "October 19, 2025",
} as const;
