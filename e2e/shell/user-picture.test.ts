import pg from "pg";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { browserForTests } from "../support/browser";
import { startOwnProduct } from "../support/own-product";

/** Where Google keeps the pictures of accounts. */
const pictures = "https://lh3.googleusercontent.com/";
const refused = "https://pictures.example/visitor.png";
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

let server: Awaited<ReturnType<typeof startOwnProduct>>;

const { openPage, expectErrors } = browserForTests({
  url: () => server.url,
  answered: (url) => url.startsWith(pictures) || url === refused,
});

// Its content policy is that of sign-in with Google.
beforeAll(async () => {
  server = await startOwnProduct({
    FIREBASE_API_KEY: "AIzaSyD-only-for-tests",
    FIREBASE_PROJECT_ID: "only-for-tests",
    FIREBASE_APP_ID: "1:1234567890:web:abcdef",
  });
});

const block = (page: Page) => page.getByRole("button", { name: /^Demo Visitor/ });

/** The board of a visitor who has a picture at this address. */
async function openWith(picture: string, status: number): Promise<Page> {
  const page = await openPage();
  await page.route(picture, (route) =>
    route.fulfill({ status, contentType: "image/png", body: status === 200 ? pixel : "" }),
  );
  await page.goto("/demo");
  await block(page).getByText("D", { exact: true }).waitFor();
  const client = new pg.Client({ connectionString: server.data.databaseUrl });
  await client.connect();
  await client.query("update users set profile_image_url = $1", [picture]);
  await client.end();
  await page.goto("/matrix");
  await block(page).waitFor();
  return page;
}

test("WORK-1 the user block shows the picture of a Google account, which the page's content policy allows", async () => {
  const page = await openWith(`${pictures}a/visitor`, 200);
  const image = block(page).locator("img");
  await expect
    .poll(() => image.evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth))
    .toBe(1);
  await expect.poll(() => block(page).getByText("D", { exact: true }).count()).toBe(0);
});

test.each([
  ["doesn't load", `${pictures}a/gone`, 404],
  ["the content policy refuses", refused, 200],
] as const)(
  "WORK-1 the user block shows the initial instead of a picture that %s",
  async (_, picture, status) => {
    expectErrors(/404|Content Security Policy/);
    const page = await openWith(picture, status);
    await block(page).getByText("D", { exact: true }).waitFor();
    await expect.poll(() => block(page).locator("img").count()).toBe(0);
  },
);
