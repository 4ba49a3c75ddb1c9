import type pg from "pg";
import { median, p95, report, times } from "./measure";
import type { Product } from "./product";

const amount = 100_000;
/** People who write, from companies of ten. */
const senders = 2000;
/** One message in these is from Harbor Freight's ten people; as many others mention it. */
const everyOf = 20;

/** As the messages' SQL spells it: a number isn't a name, and some of its letters alone are other words. */
const nameOf = (sender: number): string =>
  `z${sender}`.replace(/\d/g, (digit) => String.fromCharCode(97 + Number(digit)));

/**
 * A message a minute. Each tenth is the person's own, a third asks for something, and four make a conversation. No other
 * measure needs both sides of conversations and companies.
 */
async function fill(client: pg.Client, { teamId, user }: Product["person"]): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    "insert into accounts (team_id, provider, external_id) values ($1, 'import', 'import') returning id",
    [teamId],
  );
  for (let first = 0; first < amount; first += 10_000)
    await client.query(
      `insert into messages (team_id, account_id, external_id, channel, thread_key, sender, sender_address, recipients, subject, content, attachments, from_owner, created_at, has_task, priority, ai_analysis)
       select $1, $2, 'bench-' || n, 'import', 'conversation-' || n / 4,
         case when own then 'Bench' when harbor then 'Harbor ' || chr(65 + n / $6 % 10) else 'Sender z' || translate((n % $5)::text, '0123456789', 'abcdefghij') end,
         case when own then $3 when harbor then 'h' || n / $6 % 10 || '@harborfreight.com'
           else 'sender' || n % $5 || '@company-' || n % ($5 / 10) || '.com' end,
         jsonb_build_object('to', jsonb_build_array(
           case when own then 'sender' || n % $5 || '@company-' || n % ($5 / 10) || '.com' else $3 end), 'cc', '[]'::jsonb),
         'Report ' || n / 4,
         case when asks then 'Could you please send me report ' || n || ' by Friday? ' else 'Report ' || n || ' is here. ' end
           || case when n % $6 = 1 then 'Harborfreight has it. ' else '' end || repeat('The figures are in the appendix. ', 8),
         '[]', own, now() - n * interval '1 minute', asks, 'medium',
         jsonb_build_object('hasTask', asks, 'uncertain', false, 'taskTitle', 'Send report ' || n,
           'category', case when asks then 'action_request' else 'information' end, 'sentiment', 'neutral',
           'priority', 'medium', 'urgency', 'urgent', 'importance', 'not_important', 'dueDate', null, 'confidence', 0.9,
           'engine', 'embedded', 'version', 'bench', 'evidence', '{}'::jsonb)
       from (select n, n % 10 = 8 as own, n % $6 = 0 as harbor, n % 3 = 0 as asks
         from generate_series($4::int, $4 + 9999) n) n`,
      [teamId, rows[0]?.id, user.email, first, senders, everyOf],
    );
  await client.query("vacuum analyze messages");
  await client.query("vacuum analyze passages");
}

/** Questions that are answered by counting, or by who wrote last, in a team with 100,000 messages, over HTTP. */
export async function measureMessageQuestions({ person, connect }: Product): Promise<void> {
  const client = await connect();
  await fill(client, person);
  await client.end();
  const questions: [about: string, question: (run: number) => string, answer: RegExp][] = [
    [
      "how many messages from somebody this week",
      (run) => `How many messages did I get from Sender ${nameOf((run + 100) * 2 + 1)} this week?`,
      /messages? from Sender/,
    ],
    ["how many are unread", () => "How many unread messages do I have?", /messages require action/],
    ["how many from a company", () => "How many messages from Harbor Freight?", /5,000 messages from Harbor/],
    ["who waits for my reply", () => "Who is waiting for my reply?", /waiting for your reply/],
    ["who owes me a reply", () => "Who owes me a reply?", /waiting for a reply from/],
  ];
  for (const [about, question, expected] of questions) {
    const measured = await times(100, async (run) => {
      const { status, body } = await person.post(`/api/teams/${person.teamId}/chat`, {
        message: question(run),
      });
      if (status !== 200 || !expected.test(JSON.stringify(body)))
        throw new Error(
          `${question(run)} was answered with ${status}: ${JSON.stringify(body).slice(0, 600)}`,
        );
    });
    const value = p95(measured);
    report({
      measure: `${about}, 100,000 messages in the team, HTTP p95 (p50 ${median(measured).toFixed(1)} ms)`,
      value,
      unit: "ms",
      goal: "≤ 50 ms",
      met: value <= 50,
    });
  }
}
