ALTER TABLE "meeting_parts" ADD COLUMN "transcribed" double precision[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "meeting_parts" ADD COLUMN "cut_at" double precision;