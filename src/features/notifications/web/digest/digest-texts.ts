export const digestTexts = {
  title: "Daily digest",
  about:
    "One mail a day with your overdue and due tasks, what is new and what waits. On days without any of it, none is sent.",
  noMail: "This Zippy has no mail server. Its administrator can set one with SMTP_URL.",
  on: "Send me the daily digest",
  hour: "At",
  changeZone: "Change time zone",
  lastSent: (age: string) => `Last sent ${age}.`,
  neverSent: "None sent yet.",
  next: (at: string) => `The next one comes tomorrow at ${at}.`,
  failed: "Couldn't load the digest",
  failedToSave: "Failed to change the digest",
} as const;
