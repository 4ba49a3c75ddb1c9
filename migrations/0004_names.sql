-- The words of docs/glossary.md reach what is stored. Old processes are stopped before this runs.
ALTER TABLE "lessons" RENAME TO "corrections";--> statement-breakpoint
ALTER TABLE "lesson_effects" RENAME TO "correction_effects";--> statement-breakpoint
ALTER TABLE "correction_effects" RENAME COLUMN "lesson_id" TO "correction_id";--> statement-breakpoint
ALTER TABLE "message_places" RENAME TO "message_locations";--> statement-breakpoint
ALTER TABLE "message_locations" RENAME COLUMN "place" TO "location";--> statement-breakpoint
ALTER TABLE "refinements" RENAME COLUMN "asked_until" TO "claimed_until";--> statement-breakpoint
ALTER SEQUENCE "lessons_seq_seq" RENAME TO "corrections_seq_seq";--> statement-breakpoint
ALTER SEQUENCE "lesson_effects_seq_seq" RENAME TO "correction_effects_seq_seq";--> statement-breakpoint
ALTER TABLE "corrections" RENAME CONSTRAINT "lessons_pkey" TO "corrections_pkey";--> statement-breakpoint
ALTER TABLE "corrections" RENAME CONSTRAINT "lessons_id_unique" TO "corrections_id_unique";--> statement-breakpoint
ALTER TABLE "corrections" RENAME CONSTRAINT "lessons_team_id_teams_id_fk" TO "corrections_team_id_teams_id_fk";--> statement-breakpoint
ALTER TABLE "corrections" RENAME CONSTRAINT "lessons_user_id_users_id_fk" TO "corrections_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "correction_effects" RENAME CONSTRAINT "lesson_effects_pkey" TO "correction_effects_pkey";--> statement-breakpoint
ALTER TABLE "correction_effects" RENAME CONSTRAINT "lesson_effects_team_id_teams_id_fk" TO "correction_effects_team_id_teams_id_fk";--> statement-breakpoint
ALTER TABLE "correction_effects" RENAME CONSTRAINT "lesson_effects_lesson_id_lessons_id_fk" TO "correction_effects_correction_id_corrections_id_fk";--> statement-breakpoint
ALTER TABLE "correction_effects" RENAME CONSTRAINT "lesson_effects_message_id_messages_id_fk" TO "correction_effects_message_id_messages_id_fk";--> statement-breakpoint
ALTER TABLE "message_locations" RENAME CONSTRAINT "message_places_account_id_place_pk" TO "message_locations_account_id_location_pk";--> statement-breakpoint
ALTER TABLE "message_locations" RENAME CONSTRAINT "message_places_team_id_teams_id_fk" TO "message_locations_team_id_teams_id_fk";--> statement-breakpoint
ALTER TABLE "message_locations" RENAME CONSTRAINT "message_places_account_id_accounts_id_fk" TO "message_locations_account_id_accounts_id_fk";--> statement-breakpoint
ALTER INDEX "lessons_by_team" RENAME TO "corrections_by_team";--> statement-breakpoint
ALTER INDEX "lessons_by_message" RENAME TO "corrections_by_message";--> statement-breakpoint
ALTER INDEX "lesson_effects_by_message" RENAME TO "correction_effects_by_message";--> statement-breakpoint
ALTER INDEX "lesson_effects_by_lesson" RENAME TO "correction_effects_by_correction";--> statement-breakpoint
ALTER INDEX "lesson_effects_by_apply" RENAME TO "correction_effects_by_apply";--> statement-breakpoint
ALTER INDEX "message_places_by_external_id" RENAME TO "message_locations_by_external_id";--> statement-breakpoint
UPDATE "messages" SET "ai_analysis" = ("ai_analysis" - 'taught') || jsonb_build_object('fromCorrections', "ai_analysis" -> 'taught') WHERE "ai_analysis" ? 'taught';--> statement-breakpoint
UPDATE "messages" SET "engine_analysis" = ("engine_analysis" - 'taught') || jsonb_build_object('fromCorrections', "engine_analysis" -> 'taught') WHERE "engine_analysis" ? 'taught';--> statement-breakpoint
UPDATE "connections" SET "cursor" = ("cursor" - 'aside') || jsonb_build_object('quarantine', "cursor" -> 'aside') WHERE "cursor" ? 'aside';--> statement-breakpoint
UPDATE "journal" SET "action" = replace("action", 'lesson.', 'correction.') WHERE "action" LIKE 'lesson.%';--> statement-breakpoint
UPDATE "journal" SET "changes" = (
  SELECT jsonb_agg(CASE change ->> 'type'
    WHEN 'lesson' THEN change || '{"type": "correction"}'
    WHEN 'lesson_run' THEN change || '{"type": "correction_run"}'
    ELSE change END ORDER BY position)
  FROM jsonb_array_elements("changes") WITH ORDINALITY AS entry(change, position)
) WHERE "changes" @? '$[*] ? (@.type == "lesson" || @.type == "lesson_run")';--> statement-breakpoint
DO $$
BEGIN
  -- The queues belong to pg-boss, which isn't there yet at the first start.
  IF to_regproc('pgboss.create_queue') IS NULL THEN RETURN; END IF;
  IF NOT EXISTS (SELECT FROM pgboss.queue WHERE name = 'analyse-messages') THEN RETURN; END IF;
  PERFORM pgboss.create_queue('analyze-messages', '{"policy": "standard", "retryLimit": 5, "retryDelay": 5, "retryBackoff": true}'::json);
  UPDATE pgboss.job SET name = 'analyze-messages' WHERE name = 'analyse-messages' AND state < 'completed';
  PERFORM pgboss.delete_queue('analyse-messages');
END $$;
