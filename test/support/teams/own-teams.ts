import type pg from "pg";
import type { Person } from "../person";

/** Makes a person the owner of more teams. */
export async function ownTeams(pool: pg.Pool, person: Pick<Person, "user">, count: number): Promise<void> {
  await pool.query(
    `with made as (insert into teams (name) select 'Team ' || n from generate_series(1, $2::int) n returning id)
     insert into team_members (team_id, user_id, role) select id, $1, 'owner' from made`,
    [person.user.id, count],
  );
}
