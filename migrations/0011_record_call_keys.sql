ALTER TABLE "journal" ADD COLUMN "call_key_hash" text;--> statement-breakpoint
ALTER TABLE "journal" ADD COLUMN "call_hash" text;--> statement-breakpoint
CREATE UNIQUE INDEX "journal_by_call_key" ON "journal" USING btree ("user_id","call_key_hash") WHERE "journal"."call_key_hash" is not null;