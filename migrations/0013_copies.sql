ALTER TABLE "messages" ADD COLUMN "copy_of" uuid;--> statement-breakpoint
CREATE INDEX "messages_copies" ON "messages" USING btree ("copy_of") WHERE copy_of is not null;