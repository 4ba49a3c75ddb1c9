/**
 * The sign-in popup of the embedded identity: asks for name and address, and for the local key if this
 * browser doesn't have it; fetches a token, passes it to the page that opened it, and closes. With `?again=1`
 * it asks the signed-in person only for the key.
 */
export function signInPopup(scriptNonce: string, styleNonce: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in to Zippy</title>
<style nonce="${styleNonce}">
:root { color-scheme: light dark; --page: #f7f7f5; --surface: #fff; --text: #1d1e20; --muted: #55575c; --border: #8a8983; --accent: #0b6e5f; --on-accent: #fff; --danger: #b41a29; }
@media (prefers-color-scheme: dark) { :root { --page: #111214; --surface: #1e2023; --text: #ecedee; --muted: #a9acb3; --border: #767980; --accent: #3cc7ac; --on-accent: #06231e; --danger: #f2836b; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--page); color: var(--text); font: 14px/20px "Inter Variable", system-ui, sans-serif; }
main { width: min(360px, 100% - 32px); padding: 24px; background: var(--surface); border-radius: 8px; }
h1 { margin: 0 0 8px; font-size: 20px; line-height: 28px; font-weight: 680; }
p { margin: 0 0 16px; color: var(--muted); }
label { display: block; margin: 12px 0 4px; font-size: 13px; font-weight: 550; }
input { width: 100%; height: 44px; padding: 0 12px; font: inherit; color: inherit; background: transparent; border: 1px solid var(--border); border-radius: 8px; }
button { width: 100%; height: 44px; margin-top: 16px; font: inherit; font-weight: 550; color: var(--on-accent); background: var(--accent); border: 0; border-radius: 8px; cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
#key-help { margin: 8px 0 0; font-size: 13px; }
[aria-invalid] { border-color: var(--danger); }
[role=alert] { margin: 12px 0 0; color: var(--danger); }
[role=alert]:empty { margin: 0; }
</style>
</head>
<body>
<main>
<h1>Sign in to Zippy</h1>
<p>This Zippy runs on your own machine. Enter your name and email. They stay on this machine.</p>
<form novalidate>
<div id="who">
<label for="name">Name</label>
<input id="name" name="name" autocomplete="name" required autofocus>
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="email" required>
</div>
<div id="secret" hidden>
<label for="key">Sign-in key</label>
<input id="key" name="key" type="password" autocomplete="off" spellcheck="false" aria-describedby="key-help">
<p id="key-help">Zippy asks for it once in each browser, so that other users of this machine can't sign in. It's in the address that Zippy printed when it started, and in the file <code>local-key</code> in its data folder.</p>
</div>
<p role="alert" id="problem"></p>
<button type="submit">Sign in</button>
</form>
</main>
<script nonce="${scriptNonce}">
const form = document.querySelector("form");
const problem = document.querySelector("[role=alert]");
const secret = document.querySelector("#secret");
const { name, email, key } = form.elements;
const askForKey = () => {
  secret.hidden = false;
  key.focus();
};
const signedIn = JSON.parse(localStorage.getItem("zippy-identity") || "null");
const again = new URLSearchParams(location.search).has("again") && signedIn;
if (again) {
  document.querySelector("h1").textContent = "Confirm that it's you";
  document.querySelector("h1 + p").textContent = "Enter the sign-in key to continue as " + signedIn.email + ".";
  document.querySelector("#key-help").textContent = "It's in the address that Zippy printed when it started, and in the file local-key in its data folder.";
  document.querySelector("#who").hidden = true;
  name.value = signedIn.name;
  email.value = signedIn.email;
}
if (again || !localStorage.getItem("zippy-local-key")) secret.hidden = false;
if (again) key.focus();
const refuse = (field) => {
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-errormessage", "problem");
  field.focus();
};
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  problem.textContent = "";
  for (const field of [name, email, key]) field.removeAttribute("aria-invalid");
  const person = { name: name.value.trim(), email: email.value.trim() };
  const given = secret.hidden ? localStorage.getItem("zippy-local-key") : key.value.trim();
  try {
    const response = await fetch("/api/auth/local/token", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...person, key: given }),
    });
    const answer = await response.json();
    if (!response.ok) {
      const [, field, words] = /^(?:(name|email|key): )?(.*)$/s.exec(answer.message);
      problem.textContent = words;
      if (response.status === 403) askForKey();
      else if (field) refuse(form.elements[field]);
      return;
    }
    localStorage.setItem("zippy-local-key", given);
    if (!window.opener) {
      problem.textContent = "Open this page with Zippy's Sign In button.";
      return;
    }
    window.opener.postMessage({ type: "zippy-identity", idToken: answer.idToken, user: person }, location.origin);
    window.close();
  } catch {
    problem.textContent = "The server isn't responding. Check that Zippy is running and try again.";
  }
});
</script>
</body>
</html>
`;
}
