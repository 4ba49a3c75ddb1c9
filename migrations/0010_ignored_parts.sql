CREATE TABLE "ignored_parts" (
	"team_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"day" date NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "ignored_parts_account_id_reason_day_pk" PRIMARY KEY("account_id","reason","day")
);
--> statement-breakpoint
ALTER TABLE "ignored_parts" ADD CONSTRAINT "ignored_parts_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ignored_parts" ADD CONSTRAINT "ignored_parts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ignored_parts_by_team" ON "ignored_parts" USING btree ("team_id","day");--> statement-breakpoint
CREATE INDEX "connections_by_grant" ON "connections" USING btree (("settings" ->> 'grant'));