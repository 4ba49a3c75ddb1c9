-- What the engine concluded before it said how sure it is counts as sure.
DROP INDEX "messages_requiring_action";--> statement-breakpoint
UPDATE "messages" SET "ai_analysis" = "ai_analysis" || '{"uncertain": false}' WHERE "ai_analysis" IS NOT NULL;--> statement-breakpoint
UPDATE "messages" SET "engine_analysis" = "engine_analysis" || '{"uncertain": false}' WHERE "engine_analysis" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "uncertain" boolean GENERATED ALWAYS AS (coalesce((ai_analysis->>'uncertain')::boolean, false)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "messages_requiring_action" ON "messages" USING btree ("team_id","uncertain" DESC NULLS FIRST,"created_at","id") WHERE deleted_at is null and requires_action;