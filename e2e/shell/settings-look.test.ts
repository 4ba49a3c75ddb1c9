import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import type { TeamMember } from "../../src/features/teams/contract";
import type { Person } from "../../test/support/person";
import { browserForTests } from "../support/browser";
import { faultsOf, shownOn } from "../support/looks";
import { choose, heading, list, nameField, question } from "../support/settings-page";
import { giveUpOwnTeam, invite, join } from "../support/team-people";
import { changeAnswers, failCalls } from "../support/watching";

const { openPage, openScreen, openTab, newPerson, expectErrors } = browserForTests();

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

/** The settings; the first other member has a name of the greatest length. */
async function openOwnSettings(page: Page): Promise<void> {
  await changeAnswers<TeamMember[]>(page, /\/members$/, (members) =>
    members.map((one, index) =>
      index === 1 ? { ...one, user: { ...one.user, firstName: longName, lastName: longName } } : one,
    ),
  );
  await page.goto("/settings/team");
  await list(page, "Members").waitFor();
}

describe("on every device, in both themes,", () => {
  const look = shownOn("desktop");

  test("the settings of an owner and its questions have no accessibility violations and no sideways scroll", async () => {
    const { page } = await openTab({ person: owner, ...look });
    const found: string[] = [];
    const faults = async (name: string, shown: Locator, reopen?: () => Promise<void>) =>
      void found.push(...(await faultsOf(page, name, shown, reopen)));
    await openOwnSettings(page);
    await faults("settings", list(page, "Members"));
    await nameField(page).fill(" ");
    await nameField(page).press("Enter");
    await page.getByRole("button", { name: "Create link" }).click();
    await page.getByLabel("Invitation link").scrollIntoViewIfNeeded();
    await faults("settings-link", page.getByLabel("Invitation link"));
    await choose(page, "Priya Raman", /^Make owner/);
    await faults("settings-make-owner", question(page, /^Make/));
    await page.keyboard.press("Escape");
    await choose(page, longName, /^Remove/);
    await faults("settings-remove", question(page, /^Remove/));
    await page.keyboard.press("Escape");
    const more = page.getByRole("button", { name: "More about Priya Raman" });
    await faults("settings-menu", page.getByRole("menuitem", { name: "Make owner…" }), () => more.click());
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Create a team" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Create team" }).click();
    await faults("settings-create", page.getByRole("dialog"));
    await page.keyboard.press("Escape");
    for (const section of ["profile", "corrections", "data", "sessions"]) {
      await page.getByRole("link", { name: new RegExp(`^${section}`, "i") }).click();
      await faults(`settings-${section}`, page.getByRole("region").first());
    }
    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await faults("settings-sign-out", question(page, "Sign out everywhere?"));
    await page.goto("/settings");
    await faults("settings-list", page.getByRole("link", { name: /^Profile/ }));
    expect(found).toEqual([]);
  });

  test("the settings of a member, a failure and having no team have no accessibility violations and no sideways scroll", async () => {
    expectErrors(/500/);
    const { page } = await openScreen("/settings/team", { person: guest, ...look });
    const found: string[] = [];
    await list(page, "Members").waitFor();
    await page.getByRole("button", { name: "Leave team" }).click();
    found.push(...(await faultsOf(page, "settings-leave", question(page, /^Leave/))));
    await failCalls(page, "GET", /\/(members|api\/sessions)$/);
    await page.reload();
    found.push(...(await faultsOf(page, "settings-failed", page.getByText("Couldn't load members"))));
    const { page: alone } = await openScreen("/settings", { person: homeless, ...look });
    found.push(...(await faultsOf(alone, "no-team", heading(alone, "You're not in a team yet"))));
    expect(found).toEqual([]);
  });

  test("the page of an invitation has no accessibility violations and no sideways scroll", async () => {
    expectErrors(/404/);
    const path = `/invite/${await invite(owner)}`;
    const found: string[] = [];
    const page = await openPage(look);
    await page.goto(path);
    found.push(
      ...(await faultsOf(
        page,
        "invitation-signed-out",
        page.getByRole("button", { name: "Sign In to accept" }),
      )),
    );
    await page.goto("/invite/never-was");
    found.push(
      ...(await faultsOf(page, "invitation-closed", page.getByRole("button", { name: "Go to Zippy" }))),
    );
    const { page: known } = await openTab({ person: homeless, ...look });
    await changeAnswers<object>(known, /\/api\/invitations\//, (offer) => ({
      ...offer,
      teamName: longName,
    }));
    await known.goto(path);
    found.push(
      ...(await faultsOf(known, "invitation-signed-in", known.getByRole("button", { name: "Not now" }))),
    );
    expect(found).toEqual([]);
  });
});
