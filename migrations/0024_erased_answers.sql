-- Takes the words of sources out of everybody's answers: those whose id is among these, and, if `comment` is given,
-- only what is quoted of it. Their numbers stay, so that the answer can say that something was deleted.
CREATE FUNCTION erase_from_answers(team uuid, ids text[], comment text DEFAULT NULL) RETURNS void LANGUAGE sql AS $body$
	WITH named AS (
		SELECT c.id, c.answer, array_agg(s->'number') AS gone FROM chat_messages c
		CROSS JOIN jsonb_array_elements(c.answer->'sources') s JOIN unnest(ids) gone(id) ON s->>'id' = gone.id
		WHERE c.team_id = team
			AND (comment IS NULL OR s->'quote'->>'part' = 'comment' AND strpos(comment, s->'quote'->>'quote') > 0)
		GROUP BY c.id, c.answer ORDER BY c.id
	), erased AS (
		SELECT id, answer || jsonb_build_object('sources', (
			SELECT jsonb_agg(CASE WHEN s->'number' = ANY (gone) THEN s || '{"title": "", "author": null, "quote": null}' ELSE s END ORDER BY n)
			FROM jsonb_array_elements(answer->'sources') WITH ORDINALITY one(s, n)
		), 'sentences', coalesce((
			-- A written sentence without a source may repeat any of them.
			SELECT jsonb_agg(CASE WHEN s->'sources' = '[]' OR EXISTS (SELECT FROM jsonb_array_elements(s->'sources') number WHERE number = ANY (gone))
				THEN s || '{"text": ""}' ELSE s END ORDER BY n)
			FROM jsonb_array_elements(answer->'sentences') WITH ORDINALITY one(s, n)
		), '[]')) AS answer
		FROM named
	)
	UPDATE chat_messages c SET answer = e.answer, content = concat_ws(E'\n', nullif(e.answer->>'intro', ''), (
		SELECT string_agg(s->>'text', E'\n' ORDER BY n) FROM jsonb_array_elements(e.answer->'sentences') WITH ORDINALITY one(s, n)
		WHERE s->>'text' <> ''))
	FROM erased e WHERE c.id = e.id;
$body$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION forget_passages() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
	DELETE FROM passages WHERE source_id IN (SELECT id FROM removed);
	DELETE FROM area_items WHERE source_id IN (SELECT id FROM removed);
	PERFORM erase_from_answers(team_id, array_agg(id::text)) FROM removed GROUP BY team_id ORDER BY team_id;
	RETURN NULL;
END $body$;--> statement-breakpoint
CREATE FUNCTION forget_comments() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
	PERFORM erase_from_answers(team_id, ARRAY[task_id::text], body) FROM removed ORDER BY team_id, task_id, id;
	RETURN NULL;
END $body$;--> statement-breakpoint
CREATE TRIGGER removed_comments_from_answers AFTER DELETE ON task_comments
	REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION forget_comments();--> statement-breakpoint
-- What was deleted before.
SELECT erase_from_answers(c.team_id, array_agg(DISTINCT s->>'id')) FROM chat_messages c, jsonb_array_elements(c.answer->'sources') s
WHERE NOT EXISTS (SELECT FROM messages WHERE id = (s->>'id')::uuid) AND NOT EXISTS (SELECT FROM tasks WHERE id = (s->>'id')::uuid)
	AND NOT EXISTS (SELECT FROM meetings WHERE id = (s->>'id')::uuid) AND NOT EXISTS (SELECT FROM area_facts WHERE id = (s->>'id')::uuid)
GROUP BY c.team_id;
