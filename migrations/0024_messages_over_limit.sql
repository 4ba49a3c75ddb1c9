ALTER TABLE "message_usage" ADD COLUMN "held" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "over_limit" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "messages_over_limit" ON "messages" USING btree ("team_id","created_at","id") WHERE over_limit;