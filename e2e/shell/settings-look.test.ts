import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import type { TeamMember } from "../../src/features/teams/contract";
import type { Person } from "../../test/support/person";
import { browserForTests, themes } from "../support/browser";
import { faultsOf, shownOn } from "../support/public-page";
import { choose, heading, list, nameField, question } from "../support/settings-page";
import { giveUpOwnTeam, invite, join } from "../support/team-people";
import { changeAnswers, failCalls } from "../support/watching";

const { openPage, openScreen, newPerson, expectErrors } = browserForTests();

const devices = ["phone", "desktop"] as const;
const longName = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";

let owner: Person;
let guest: Person;
let homeless: Person;

beforeAll(async () => {
  [owner, guest, homeless] = [
    await newPerson("Ana Berg"),
    await newPerson("Bo Lind"),
    await newPerson("Noa Okafor"),
  ];
  await join(owner, guest);
  await join(owner, await newPerson("Priya Raman"), "admin");
  await owner.post("/api/teams", { name: longName.slice(0, 80) });
  await owner.post(`/api/teams/${owner.teamId}/switch`);
  await giveUpOwnTeam(homeless, await newPerson("Heir"));
});

/** The settings, the first of the other members with a name as long as names get. */
async function openOwnSettings(page: Page): Promise<void> {
  await changeAnswers<TeamMember[]>(page, /\/members$/, (members) =>
    members.map((one, index) =>
      index === 1 ? { ...one, user: { ...one.user, firstName: longName, lastName: longName } } : one,
    ),
  );
  await page.goto("/settings");
  await list(page, "Members").waitFor();
  await list(page, "Sessions").waitFor();
}

describe.each(themes)("in the %s theme", (theme) => {
  describe.each(devices)("on a %s", (device) => {
    const look = shownOn(device, theme);

    test("the settings of an owner have no barrier and no sideways scroll, its questions neither", async () => {
      const { page } = await openScreen("/nothing/here", { person: owner, ...look });
      const found: string[] = [];
      const faults = async (name: string) => found.push(...(await faultsOf(page, name, device, theme)));
      await openOwnSettings(page);
      await faults("settings");
      await nameField(page).fill(" ");
      await nameField(page).press("Enter");
      await page.getByRole("button", { name: "Create link" }).click();
      await page.getByLabel("Invitation link").scrollIntoViewIfNeeded();
      await faults("settings-link");
      await choose(page, "Priya Raman", /^Make owner/);
      await faults("settings-make-owner");
      await page.keyboard.press("Escape");
      await choose(page, longName, /^Remove/);
      await faults("settings-remove");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "More about Priya Raman" }).click();
      await page.getByRole("menuitem", { name: "Make owner…" }).waitFor();
      await faults("settings-menu");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Create a team" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Create team" }).click();
      await faults("settings-create");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Sign out everywhere" }).click();
      await question(page, "Sign out everywhere?").waitFor();
      await faults("settings-sign-out");
      expect(found).toEqual([]);
    });

    test("the settings of a member, a failure and having no team have no barrier and no sideways scroll", async () => {
      expectErrors(/500/);
      const { page } = await openScreen("/settings", { person: guest, ...look });
      const found: string[] = [];
      await list(page, "Members").waitFor();
      await page.getByRole("button", { name: "Leave team" }).click();
      await question(page, /^Leave/).waitFor();
      found.push(...(await faultsOf(page, "settings-leave", device, theme)));
      await failCalls(page, "GET", /\/(members|api\/sessions)$/);
      await page.reload();
      await page.getByText("Failed to fetch members").waitFor();
      found.push(...(await faultsOf(page, "settings-failed", device, theme)));
      const { page: alone } = await openScreen("/settings", { person: homeless, ...look });
      await heading(alone, "You are in no team").waitFor();
      found.push(...(await faultsOf(alone, "no-team", device, theme)));
      expect(found).toEqual([]);
    });

    test("the page of an invitation has no barrier and no sideways scroll", async () => {
      expectErrors(/404/);
      const path = `/invite/${await invite(owner)}`;
      const found: string[] = [];
      const page = await openPage(look);
      await page.goto(path);
      await page.getByRole("button", { name: "Sign In to accept" }).waitFor();
      found.push(...(await faultsOf(page, "invitation-signed-out", device, theme)));
      await page.goto("/invite/never-was");
      await page.getByRole("button", { name: "Go to Zippy" }).waitFor();
      found.push(...(await faultsOf(page, "invitation-closed", device, theme)));
      const { page: known } = await openScreen("/nothing/here", { person: homeless, ...look });
      await changeAnswers<object>(known, /\/api\/invitations\//, (offer) => ({
        ...offer,
        teamName: longName,
      }));
      await known.goto(path);
      await known.getByRole("button", { name: "Not now" }).waitFor();
      found.push(...(await faultsOf(known, "invitation-signed-in", device, theme)));
      expect(found).toEqual([]);
    });
  });
});
