import type { Browser, BrowserContext } from "playwright-core";
import type { Product } from "./product";

/** A desktop browser in which the product's person is signed in. */
export async function openSignedIn(browser: Browser, { server, person }: Product): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 1440, height: 900 },
  });
  const [name, value] = person.cookie.split("=") as [string, string];
  await context.addCookies([{ name, value, url: server.url }]);
  const known = JSON.stringify({ name: person.user.firstName, email: person.user.email });
  await context.addInitScript({
    content: `localStorage.setItem("zippy-identity", ${JSON.stringify(known)})`,
  });
  return context;
}
