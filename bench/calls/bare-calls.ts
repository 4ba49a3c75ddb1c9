// The comparison for the ratios of calls, as a separate process: Fastify routes that only make the same queries.
import Fastify from "fastify";
import pg from "pg";

const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 });

const taskColumns = `t.id, t.team_id, t.title, t.description, t.status, t.priority, t.urgency, t.importance, t.assignee_id,
  t.due_date, t.steps, t.snoozed_until, t.recurrence, t.message_id, t.message_channel, t.evidence, t.comment_count,
  t.sample, t.created_by, t.created_at, t.updated_at, t.deleted_at, u.id as user_id, u.first_name, u.last_name, u.email`;

const app = Fastify();
app.get<{ Params: { id: string } }>("/api/tasks/:id", async ({ params: { id } }) => {
  const { rows } = await pool.query(
    `select ${taskColumns} from tasks t left join users u on u.id = t.assignee_id
     where t.id = $1 and t.deleted_at is null`,
    [id],
  );
  return rows[0];
});
app.post<{ Params: { teamId: string }; Body: { title: string } }>(
  "/api/teams/:teamId/tasks",
  async ({ params: { teamId }, body: { title } }) => {
    const { rows } = await pool.query("insert into tasks (team_id, title) values ($1, $2) returning *", [
      teamId,
      title,
    ]);
    return rows[0];
  },
);
app.get<{ Params: { teamId: string } }>("/api/teams/:teamId/messages", async ({ params: { teamId } }) => {
  const { rows } = await pool.query(
    `select id, team_id, channel, thread_key, sender, sender_address, subject, case when octet_length(content) <= 10000 then content else left(content, 10000) end as content,
       octet_length(content) > 10000 and length(content) > 10000 as content_cut, attachments, problem, status, ai_analysis, priority, created_at
     from messages where team_id = $1 and deleted_at is null
     order by created_at desc, id desc limit 50 offset 0`,
    [teamId],
  );
  return rows;
});
console.log(`ready at ${await app.listen({ host: "127.0.0.1", port: 0 })}`);
