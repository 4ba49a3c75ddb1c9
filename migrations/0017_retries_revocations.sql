CREATE TABLE "revocations" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"credentials" text NOT NULL,
	"subscription" text,
	"subscription_ends_at" timestamp with time zone,
	"attempts" integer NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"failure" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "revocations" ADD CONSTRAINT "revocations_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revocations" ADD CONSTRAINT "revocations_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "revocations_by_team" ON "revocations" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "revocations_due" ON "revocations" USING btree ("next_at");