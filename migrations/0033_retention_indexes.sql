CREATE INDEX "area_facts_deleted" ON "area_facts" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "areas_deleted" ON "areas" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "corrections_removed" ON "corrections" USING btree ("removed_at") WHERE removed_at is not null;--> statement-breakpoint
CREATE INDEX "messages_deleted" ON "messages" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "refinements_by_age" ON "refinements" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "replaced_analyses_by_age" ON "replaced_analyses" USING btree ("at");--> statement-breakpoint
CREATE INDEX "meetings_deleted" ON "meetings" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "tasks_deleted" ON "tasks" USING btree ("deleted_at") WHERE deleted_at is not null;