ALTER TABLE "imports" ADD COLUMN "newest_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "recent_only" boolean;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "left_to_all" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" drop column "requires_action";--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "requires_action" boolean GENERATED ALWAYS AS (not left_to_all and ((status = 'new' and has_task) or (priority = 'high' and status <> 'resolved'))) STORED NOT NULL;--> statement-breakpoint
-- Dropping the column dropped its index.
CREATE INDEX "messages_requiring_action" ON "messages" USING btree ("team_id","created_at","id") WHERE deleted_at is null and requires_action;
