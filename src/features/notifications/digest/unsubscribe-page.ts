/** The page behind the link in a digest: it asks with one button, then says what happened. */
export function unsubscribePage(styleNonce: string, state: "ask" | "done" | "unknown"): string {
  const { title, text } = texts[state];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – Zippy</title>
<style nonce="${styleNonce}">
:root { color-scheme: light dark; --page: #f7f7f5; --surface: #fff; --text: #1d1e20; --muted: #55575c; --accent: #0b6e5f; --on-accent: #fff; }
@media (prefers-color-scheme: dark) { :root { --page: #111214; --surface: #1e2023; --text: #ecedee; --muted: #a9acb3; --accent: #3cc7ac; --on-accent: #06231e; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--page); color: var(--text); font: 14px/20px "Inter Variable", system-ui, sans-serif; }
main { width: min(420px, 100% - 32px); padding: 24px; background: var(--surface); border-radius: 12px; }
h1 { margin: 0 0 8px; font-size: 20px; line-height: 28px; font-weight: 680; }
p { margin: 0; color: var(--muted); }
button { width: 100%; height: 44px; margin-top: 16px; font: inherit; font-weight: 550; color: var(--on-accent); background: var(--accent); border: 0; border-radius: 8px; cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
${state === "ask" ? '<form method="post"><button type="submit">Stop the daily digest</button></form>' : ""}
</main>
</body>
</html>`;
}

const texts = {
  ask: { title: "Stop the daily digest?", text: "You can turn it on again in Settings → Notifications." },
  done: {
    title: "The daily digest is off",
    text: "You get no more of these mails. You can turn it on again in Settings → Notifications.",
  },
  unknown: {
    title: "This link doesn't work any more",
    text: "Sign in to Zippy and choose in Settings → Notifications whether you get the daily digest.",
  },
};
