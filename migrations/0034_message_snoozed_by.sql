ALTER TABLE "messages" ADD COLUMN "snoozed_by" uuid;--> statement-breakpoint
-- Who snoozed what is asleep now, as far back as the journal goes. The version before has told of what woke.
UPDATE "messages" m SET "snoozed_by" = latest.user_id FROM (
	SELECT DISTINCT ON (snoozed.team_id, snoozed.id) snoozed.team_id, snoozed.id, snoozed.user_id FROM (
		SELECT "team_id", "seq", "user_id", "changes"->0->>'id' AS id FROM "journal" WHERE "action" = 'message.snoozed' AND "undone_at" IS NULL
		UNION ALL
		SELECT "team_id", "seq", "user_id", rows.row->>'id' FROM "journal"
			CROSS JOIN LATERAL jsonb_array_elements("changes"->0->'before'->'rows') AS rows(row) WHERE "action" = 'messages.snoozed' AND "undone_at" IS NULL
	) snoozed
	ORDER BY snoozed.team_id, snoozed.id, snoozed.seq DESC
) latest
WHERE m.team_id = latest.team_id AND m.id = latest.id::uuid AND m.snoozed_until IS NOT NULL;
