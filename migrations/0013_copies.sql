ALTER TABLE "messages" ADD COLUMN "copy_of" uuid;--> statement-breakpoint
CREATE INDEX "messages_copies" ON "messages" USING btree ("copy_of") WHERE copy_of is not null;--> statement-breakpoint
-- An address is one mailbox, whatever name its server goes by.
UPDATE "accounts" a SET "external_id" = regexp_replace(a."external_id", '@[^@]*$', '')
WHERE a."provider" = 'imap' AND a."external_id" ~ '@.*@' AND NOT EXISTS (
  SELECT FROM "accounts" b WHERE b."team_id" = a."team_id" AND b."provider" = 'imap' AND b."id" <> a."id"
    AND regexp_replace(b."external_id", '@[^@]*$', '') = regexp_replace(a."external_id", '@[^@]*$', ''));--> statement-breakpoint
UPDATE "connections" c SET "external_id" = a."external_id" FROM "accounts" a
WHERE a."id" = c."account_id" AND c."provider" = 'imap';
