// The comparison for the webhook measures, as a separate process: a Fastify route that only inserts the same
// row.
import Fastify from "fastify";
import pg from "pg";

const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 });
await pool.query("create table if not exists bare_webhook_events (like webhook_events including all)");

const app = Fastify();
app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
  done(null, body),
);
app.post("*", async (request) => {
  const form = Object.fromEntries(new URLSearchParams(String(request.body)));
  await pool.query({
    name: "insert",
    text: `insert into bare_webhook_events (provider, event_id, account, payload) values ($1, $2, $3, $4)
           on conflict (provider, event_id) do nothing`,
    values: ["sms", form.MessageSid, form.To, JSON.stringify(form)],
  });
  return "";
});
console.log(`ready at ${await app.listen({ host: "127.0.0.1", port: 0 })}`);
