import { type SQL, sql } from "drizzle-orm";

/** The ids of what belongs to an area, as a query. The caller checks that it is the team's. */
export const inArea = (areaId: string): SQL =>
  sql`select source_id from area_items where area_id = ${areaId} and state <> 'removed'`;
