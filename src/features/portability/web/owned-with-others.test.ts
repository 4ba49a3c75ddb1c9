import { QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "../../../web/query-client";
import type { Team } from "../../teams/contract";
import { membersOf, teamKeys } from "../../teams/web/team-queries";
import { ownedWithOthers } from "./owned-with-others";

afterEach(() => void vi.unstubAllGlobals());

const teams = [
  { id: "a", name: "Ana's team", role: "owner" },
  { id: "b", name: "Bakery", role: "owner" },
  { id: "c", name: "Cellar", role: "member" },
] as Team[];

test("an owned team that everybody else has left holds up nothing, though its members were loaded before", async () => {
  const members: Record<string, string[]> = { a: ["ana", "bo"], b: ["ana", "cy"], c: ["ana", "dan"] };
  vi.stubGlobal("fetch", async (url: string) => {
    const [, team = ""] = /\/teams\/(\w)\/members/.exec(url) ?? [];
    return new Response(JSON.stringify(members[team]?.map((id) => ({ id }))));
  });
  const client = createQueryClient();
  for (const { id } of teams) await client.fetchQuery(membersOf(id));
  const observer = new QueryObserver(client, ownedWithOthers(client, teams));
  const stop = observer.subscribe(() => {});
  const names = () => observer.getCurrentResult().data?.map(({ name }) => name);
  await expect.poll(names).toEqual(["Ana's team", "Bakery"]);

  // The event of a changed team comes for the list of teams first.
  members.a = ["ana"];
  await client.invalidateQueries({ queryKey: teamKeys.all });
  await expect.poll(names).toEqual(["Bakery"]);
  stop();

  // Of a team that isn't in use no event comes: the section asks when it opens.
  members.b = ["ana"];
  const again = new QueryObserver(client, ownedWithOthers(client, teams));
  const stopAgain = again.subscribe(() => {});
  await expect.poll(() => again.getCurrentResult().data).toEqual([]);
  stopAgain();
});
