import type { Page } from "playwright-core";
import { inject } from "vitest";
import type { GivenRole } from "../../src/features/teams/contract";
import { localKey } from "../../test/support/local-key";
import type { Person } from "../../test/support/person";

/** Creates an invitation to a person's first team, valid for a week. Returns the secret part of its link. */
export async function invite(owner: Person, role: GivenRole = "member"): Promise<string> {
  const { status, body } = await owner.post<{ token: string }>(`/api/teams/${owner.teamId}/invitations`, {
    role,
  });
  if (status !== 200) throw new Error(`the invitation was not created: ${status} ${JSON.stringify(body)}`);
  return body.token;
}

/** Lets somebody join a person's first team. Their session is then in that team. */
export async function join(owner: Person, person: Person, role: GivenRole = "member"): Promise<void> {
  const { status, body } = await person.post(`/api/invitations/${await invite(owner, role)}/accept`);
  if (status !== 200) throw new Error(`nobody joined: ${status} ${JSON.stringify(body)}`);
}

/**
 * Transfers a person's first team to somebody else and leaves it, so that the person only has other people's
 * teams.
 */
export async function giveUpOwnTeam(person: Person, next: Person): Promise<void> {
  await join(person, next);
  await person.post(`/api/teams/${person.teamId}/owner`, { userId: next.user.id });
  const { status } = await person.delete(`/api/teams/${person.teamId}/members/${person.user.id}`);
  if (status !== 200) throw new Error(`the team was not left: ${status}`);
}

/** Signs in a person again in another browser. Its cookie opens screens; calls still use the first session. */
export async function signInAgain(person: Person, userAgent: string): Promise<Person> {
  const post = (path: string, body: unknown) =>
    fetch(inject("productUrl") + path, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": userAgent },
      body: JSON.stringify(body),
    });
  const { email, firstName, lastName } = person.user;
  const token = await post("/api/auth/local/token", {
    email,
    name: `${firstName} ${lastName}`,
    key: localKey,
  });
  const { idToken } = (await token.json()) as { idToken: string };
  const { headers } = await post("/api/auth/verify", { idToken });
  return { ...person, cookie: headers.get("set-cookie")?.split(";", 1)[0] ?? "" };
}

/** Records every alert that the page shows from now on, even short ones. Returns a function that reads them. */
export async function watchAlerts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(`{
    globalThis.seenAlerts = [];
    const look = () => {
      for (const alert of document.querySelectorAll("[role=alert]"))
        if (!seenAlerts.includes(alert.innerText)) seenAlerts.push(alert.innerText);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  }`);
  return () => page.evaluate("seenAlerts") as Promise<string[]>;
}

/** What a page's live connections sent, and their state. */
export interface Live {
  /** The teams subscribed to, in order. */
  teams: string[];
  open: number;
}

/** Records the live connections that a page opens from now on. */
export function watchLive(page: Page): Live {
  const live: Live = { teams: [], open: 0 };
  page.on("websocket", (socket) => {
    live.open += 1;
    socket.on("close", () => {
      live.open -= 1;
    });
    socket.on("framesent", ({ payload }) => {
      const { type, teamId } = JSON.parse(String(payload)) as { type: string; teamId?: string };
      if (type === "subscribe_team" && teamId) live.teams.push(teamId);
    });
  });
  return live;
}
