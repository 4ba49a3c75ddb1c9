CREATE TABLE "quarantine" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"team_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"ref" text NOT NULL,
	"reason" text NOT NULL,
	"payload" jsonb,
	"tries" integer NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"last_try_at" timestamp with time zone DEFAULT now() NOT NULL,
	"retry_at" timestamp with time zone,
	"dismissed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "renewing_by" uuid;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "renewing_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "quarantine" ADD CONSTRAINT "quarantine_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quarantine" ADD CONSTRAINT "quarantine_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "quarantine_once" ON "quarantine" USING btree ("account_id","kind","ref");--> statement-breakpoint
CREATE INDEX "quarantine_by_team" ON "quarantine" USING btree ("team_id","account_id") WHERE dismissed_at is null;