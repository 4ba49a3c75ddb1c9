ALTER TABLE "meeting_items" ADD COLUMN "changed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "meeting_items" SET "changed" = true WHERE "dropped" OR "id" IN (
  SELECT (change->>'id')::uuid FROM "journal", jsonb_array_elements("changes") change
  WHERE "action" = 'meeting.item_changed' AND change->>'type' = 'meeting_item');--> statement-breakpoint
UPDATE "notification_choices" SET "off" = array_append("off", 'meeting_partly')
  WHERE 'meeting_ready' = ANY("off") AND NOT 'meeting_partly' = ANY("off");
