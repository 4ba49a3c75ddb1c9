ALTER TABLE "connections" ADD COLUMN "watchable" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "watched_by" uuid;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "watched_until" timestamp with time zone;