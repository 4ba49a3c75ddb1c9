ALTER TABLE "meeting_parts" ALTER COLUMN "size" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "meeting_parts" ALTER COLUMN "levels" SET DATA TYPE text;--> statement-breakpoint
ALTER TABLE "meeting_parts" ALTER COLUMN "levels" SET DEFAULT '';