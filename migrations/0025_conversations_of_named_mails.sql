-- The key under which answers that name only a stored reply would begin a conversation of their own.
UPDATE "messages" SET "own_thread_key" = left("external_id", -23)
WHERE "own_thread_key" IS NULL AND "external_id" ~ '^.+#[A-Za-z0-9_-]{22}$' AND NOT starts_with("external_id", 'csv:')
	AND "thread_key" <> left("external_id", -23);--> statement-breakpoint
-- So that the plan of what follows counts on them.
ANALYZE "messages" ("team_id", "thread_key", "own_thread_key");--> statement-breakpoint
-- Such answers join the conversation of the reply. Each pass doubles how long a chain of them may be.
DO $$
BEGIN
	FOR pass IN 1..12 LOOP
		UPDATE "messages" answer SET "thread_key" = reply."thread_key" FROM "messages" reply
		WHERE answer."deleted_at" IS NULL AND reply."team_id" = answer."team_id"
			AND reply."own_thread_key" = answer."thread_key" AND reply."id" <> answer."id"
			AND reply."visible_to" IS NOT DISTINCT FROM answer."visible_to"
			AND NOT EXISTS (
				SELECT FROM "messages" first
				WHERE first."team_id" = answer."team_id" AND first."deleted_at" IS NULL
					AND first."thread_key" = answer."thread_key"
					AND starts_with(first."external_id", answer."thread_key" || '#')
					AND first."visible_to" IS NOT DISTINCT FROM answer."visible_to"
			);
		EXIT WHEN NOT FOUND;
	END LOOP;
END $$;
