import { describe, expect, test } from "vitest";
import { startTestApp } from "../../../test/support/test-app";
import { type CatalogueTable, readCatalogue } from "../../server/catalogue";
import { isSecret, notExported, notOfTeams } from "./exceptions";
import { findTeamTables } from "./team-tables";

const app = await startTestApp();
const catalogue = await readCatalogue(app.running.services.pool);
const { tables, unowned } = findTeamTables(catalogue);

const column = (name: string, more: object = {}) => ({
  ...{ name, type: "uuid", required: true, hasDefault: false, generated: false, identity: false },
  ...more,
});
const table = (name: string, columns: string[], parents: Record<string, string> = {}): CatalogueTable => ({
  name,
  columns: ["id", ...columns, ...Object.keys(parents)].map((one) => column(one)),
  primaryKey: ["id"],
  foreignKeys: Object.entries(parents).map(([own, references]) => ({
    columns: [own],
    references,
    referencedColumns: ["id"],
  })),
});

describe("every table of the database", () => {
  test("belongs to a team, or exceptions.ts says why it doesn't", () => {
    expect(unowned).toEqual([]);
    const known = new Set(catalogue.map(({ name }) => name));
    const named = [...Object.keys(notOfTeams), ...Object.keys(notExported)];
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  test("with a team's id is found by itself, and deleted with its team", () => {
    const found = new Set(tables.map(({ name }) => name));
    const expected = catalogue
      .filter(({ name, columns }) => !(name in notOfTeams) && columns.some(({ name }) => name === "team_id"))
      .map(({ name }) => name);
    expect(expected.filter((name) => !found.has(name))).toEqual([]);
    expect(found.has("import_problems")).toBe(true);
  });

  test("can be restored without its secrets", () => {
    const lost = catalogue.flatMap(({ name, columns }) =>
      name in notOfTeams || name in notExported
        ? []
        : columns
            .filter((one) => isSecret(name, one.name) && one.required && !one.hasDefault)
            .map((one) => `${name}.${one.name}`),
    );
    expect(lost).toEqual([]);
  });

  test("that is exported leaves out the columns with access", () => {
    const connections = tables.find(({ name }) => name === "connections");
    expect(connections?.columns).toContain("address");
    expect(connections?.columns).not.toContain("credentials");
    expect(connections?.columns).not.toContain("subscription");
  });
});

describe("the walk", () => {
  const teams = table("teams", ["name"]);

  test("finds rows that belong to a team through others, after those they belong to", () => {
    const found = findTeamTables([
      table("clips", [], { meeting_id: "meetings" }),
      table("meetings", [], { team_id: "teams" }),
      teams,
    ]);
    expect(found.tables.map(({ name }) => name)).toEqual(["teams", "meetings", "clips"]);
    expect(found.tables[2]?.ofTeam).toBe(
      `(t."meeting_id") in (select t."id" from "meetings" t where t.team_id = $1)`,
    );
  });

  test("names a table that belongs to nobody", () => {
    expect(findTeamTables([teams, table("stray", ["note"])]).unowned).toEqual(["stray"]);
  });

  test("takes rows of a private row for private, and leaves secrets out", () => {
    const found = findTeamTables([
      teams,
      table("notes", ["visible_to"], { team_id: "teams" }),
      table("pages", ["api_token", "daily_tokens"], { note_id: "notes" }),
    ]);
    expect(found.tables[2]?.readable).toContain("t.visible_to = $2");
    expect(found.tables[2]?.columns).toEqual(["id", "daily_tokens", "note_id"]);
  });
});
