DROP INDEX "webhook_events_waiting";--> statement-breakpoint
CREATE INDEX "webhook_events_to_store" ON "webhook_events" USING btree ("provider","account","seq") WHERE handled_at is null and stored_at is null;--> statement-breakpoint
CREATE INDEX "webhook_events_to_name" ON "webhook_events" USING btree ("provider","account","seq") WHERE handled_at is null and stored_at is not null;