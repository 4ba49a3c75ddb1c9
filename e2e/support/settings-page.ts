import type { Locator, Page } from "playwright-core";
import type { TeamMember } from "../../src/features/teams/contract";
import type { Person } from "../../test/support/person";
import type { browserForTests } from "./browser";
import { join } from "./team-people";

type Browser = Pick<ReturnType<typeof browserForTests>, "newPerson" | "openScreen">;

/** A list of the settings, by its name. */
export const list = (page: Page, name: string): Locator => page.getByRole("list", { name, exact: true });

/** The row of a member. */
export const member = (page: Page, name: string): Locator =>
  list(page, "Members").getByRole("listitem").filter({ hasText: name });

/** The row of one of the person's teams. */
export const teamRow = (page: Page, name: string): Locator =>
  list(page, "Your teams").getByRole("listitem").filter({ hasText: name });

/** The field that renames the team. */
export const nameField = (page: Page): Locator => page.getByLabel("Team name");

/** A dialog, by its title. */
export const question = (page: Page, name: string | RegExp): Locator => page.getByRole("dialog", { name });

/** The title of a view. */
export const heading = (page: Page, name: string): Locator =>
  page.getByRole("heading", { level: 1, name, exact: true });

/** Ana owns a team that Bo has joined. Bo also has his own team. */
export async function anaAndBo(
  { newPerson }: Browser,
  role: "admin" | "member" = "member",
): Promise<{ ana: Person; bo: Person }> {
  const [ana, bo] = [await newPerson("Ana Berg"), await newPerson("Bo Lind")];
  await join(ana, bo, role);
  return { ana, bo };
}

/** A section of a person's settings, with its list loaded. */
export async function openSettings(
  { openScreen }: Browser,
  person: Person,
  section: "team" | "sessions" = "team",
): Promise<Page> {
  const { page } = await openScreen(`/settings/${section}`, { person });
  await list(page, section === "team" ? "Members" : "Sessions").waitFor();
  return page;
}

/** Goes from any view to the settings of the team. */
export async function openTeam(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await page.getByRole("link", { name: /^Team/ }).click();
}

/** Opens the menu of a member and chooses an entry. */
export async function choose(page: Page, name: string, what: RegExp): Promise<void> {
  await member(page, name)
    .getByRole("button", { name: /^More about/ })
    .click();
  await page.getByRole("menuitem", { name: what }).click();
}

/** The members of a team with their roles, as the API lists them for a person: "Ana owner", "Bo member". */
export async function rolesOf(person: Person, teamId: string): Promise<string[]> {
  const { body } = await person.get<TeamMember[]>(`/api/teams/${teamId}/members`);
  return body.map(({ user, role }) => `${user.firstName} ${role}`);
}

/** The names of buttons, in order. */
export function namesOf(buttons: Locator): Promise<string[]> {
  return buttons.evaluateAll((all) =>
    (all as unknown as { ariaLabel: string | null; innerText: string }[]).map(
      ({ ariaLabel, innerText }) => ariaLabel ?? innerText,
    ),
  );
}
