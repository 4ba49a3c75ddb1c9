import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dataFolder, onlyWithData } from "../../test/support/only-if";
import { browserForTests } from "../support/browser";

const { openScreen } = browserForTests();

const archives = (folder: string): string[] => {
  const mail = join(folder, "mail");
  const enron = join(mail, "enron");
  return [
    ...readdirSync(mail)
      .filter((name) => /\.(mbox|txt)$/.test(name))
      .map((name) => join(mail, name)),
    ...readdirSync(enron).map((name) => join(enron, name)),
  ];
};

test("INB-1 INB-8 a new user imports real mail archives and empties Requires Action with the keyboard", {
  timeout: 240_000,
  ...onlyWithData,
}, async () => {
  const { page, person } = await openScreen("/import");
  await page.getByLabel("Mail archives").setInputFiles(archives(dataFolder as string));
  await page.getByRole("button", { name: "Start import" }).click();
  await page.getByRole("link", { name: "Open inbox" }).click();

  const filter = page.getByRole("button", { name: /^Requires Action/ });
  await filter.click();
  const left = async (): Promise<number> => Number((await filter.innerText()).replace(/\D/g, ""));
  await expect.poll(left).toBeGreaterThan(50);
  // While the import is running, the count isn't complete.
  await expect
    .poll(async () => (await person.get<{ status: string }[]>(`/api/teams/${person.teamId}/imports`)).body)
    .toMatchObject([{ status: "completed" }]);
  const { body: counts } = await person.get<{ requires_action: number }>(
    `/api/teams/${person.teamId}/messages/counts`,
  );
  const found = counts.requires_action;
  await expect.poll(left).toBe(found);

  await page.locator(`article[aria-setsize="${found}"]`).first().waitFor();
  await page.keyboard.press("j");
  for (let done = 0; done < found; done++) {
    await page.locator("article[data-selected]").waitFor();
    await page.keyboard.press("e");
    await expect.poll(left).toBe(found - done - 1);
  }

  await page.getByText("No messages require action at the moment.", { exact: true }).waitFor();
  // The screen counts at once; the last responses may still be on their way.
  await expect
    .poll(async () => (await person.get(`/api/teams/${person.teamId}/messages/counts`)).body)
    .toMatchObject({ requires_action: 0, resolved: found });
});
