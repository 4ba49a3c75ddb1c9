ALTER TABLE "messages" ADD COLUMN "left_to_all" boolean DEFAULT false NOT NULL, ADD COLUMN "sample" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- What the engine concluded before it said how sure it is counts as sure.
UPDATE "messages" SET "ai_analysis" = "ai_analysis" || '{"uncertain": false}', "engine_analysis" = "engine_analysis" || '{"uncertain": false}' WHERE "ai_analysis" IS NOT NULL OR "engine_analysis" IS NOT NULL;--> statement-breakpoint
-- One statement, because each generated column rewrites the table. Dropping the column drops its index.
ALTER TABLE "messages" DROP COLUMN "requires_action",
	ADD COLUMN "uncertain" boolean GENERATED ALWAYS AS (coalesce((ai_analysis->>'uncertain')::boolean, false)) STORED NOT NULL,
	ADD COLUMN "requires_action" boolean GENERATED ALWAYS AS (not left_to_all and ((status = 'new' and has_task) or (priority = 'high' and status <> 'resolved'))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "newest_at" timestamp with time zone, ADD COLUMN "recent_only" boolean;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "sample" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "watchable" boolean DEFAULT false NOT NULL, ADD COLUMN "watched_by" uuid, ADD COLUMN "watched_until" timestamp with time zone, ADD COLUMN "renewing_by" uuid, ADD COLUMN "renewing_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "provider" text;--> statement-breakpoint
CREATE TABLE "ignored_parts" (
	"team_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"day" date NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "ignored_parts_account_id_reason_day_pk" PRIMARY KEY("account_id","reason","day")
);--> statement-breakpoint
CREATE TABLE "start_dismissals" (
	"team_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "start_dismissals_team_id_user_id_pk" PRIMARY KEY("team_id","user_id")
);--> statement-breakpoint
CREATE TABLE "muted_senders" (
	"team_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"sender" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "muted_senders_team_id_user_id_sender_pk" PRIMARY KEY("team_id","user_id","sender")
);--> statement-breakpoint
CREATE TABLE "saved_filters" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"team_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
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
);--> statement-breakpoint
CREATE TABLE "analysis_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"team_id" uuid NOT NULL,
	"version" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);--> statement-breakpoint
CREATE TABLE "replaced_analyses" (
	"run_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"analysis" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "replaced_analyses_run_id_message_id_pk" PRIMARY KEY("run_id","message_id")
);--> statement-breakpoint
CREATE TABLE "message_copies" (
	"team_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"channel" text NOT NULL,
	"visible_to" uuid,
	"message_id" uuid NOT NULL,
	"stored_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_copies_account_id_external_id_pk" PRIMARY KEY("account_id","external_id")
);--> statement-breakpoint
ALTER TABLE "ignored_parts" ADD CONSTRAINT "ignored_parts_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ignored_parts" ADD CONSTRAINT "ignored_parts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "start_dismissals" ADD CONSTRAINT "start_dismissals_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "start_dismissals" ADD CONSTRAINT "start_dismissals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "muted_senders" ADD CONSTRAINT "muted_senders_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "muted_senders" ADD CONSTRAINT "muted_senders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_filters" ADD CONSTRAINT "saved_filters_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_filters" ADD CONSTRAINT "saved_filters_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quarantine" ADD CONSTRAINT "quarantine_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quarantine" ADD CONSTRAINT "quarantine_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analysis_runs" ADD CONSTRAINT "analysis_runs_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replaced_analyses" ADD CONSTRAINT "replaced_analyses_run_id_analysis_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."analysis_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replaced_analyses" ADD CONSTRAINT "replaced_analyses_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replaced_analyses" ADD CONSTRAINT "replaced_analyses_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_copies" ADD CONSTRAINT "message_copies_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_copies" ADD CONSTRAINT "message_copies_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_copies" ADD CONSTRAINT "message_copies_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "messages_requiring_action" ON "messages" USING btree ("team_id","uncertain" DESC NULLS FIRST,"created_at","id") WHERE deleted_at is null and requires_action;--> statement-breakpoint
CREATE INDEX "ignored_parts_by_team" ON "ignored_parts" USING btree ("team_id","day");--> statement-breakpoint
CREATE INDEX "connections_by_grant" ON "connections" USING btree (("settings" ->> 'grant'));--> statement-breakpoint
CREATE INDEX "messages_of_sample" ON "messages" USING btree ("team_id") WHERE sample;--> statement-breakpoint
CREATE INDEX "tasks_of_sample" ON "tasks" USING btree ("team_id") WHERE sample;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_filters_by_name" ON "saved_filters" USING btree ("team_id","user_id","name");--> statement-breakpoint
CREATE INDEX "messages_by_sender" ON "messages" USING btree ("team_id",lower(coalesce(sender_address, sender)),"created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "messages_by_category" ON "messages" USING btree ("team_id",(ai_analysis->>'category'),"created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "messages_by_due_date" ON "messages" USING btree ("team_id",(ai_analysis->>'dueDate'),"created_at","id") WHERE deleted_at is null and ai_analysis->>'dueDate' is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "quarantine_once" ON "quarantine" USING btree ("account_id","kind","ref");--> statement-breakpoint
CREATE INDEX "quarantine_by_team" ON "quarantine" USING btree ("team_id","account_id") WHERE dismissed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "analysis_runs_by_version" ON "analysis_runs" USING btree ("team_id","version");--> statement-breakpoint
CREATE INDEX "replaced_analyses_by_message" ON "replaced_analyses" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "message_copies_by_message" ON "message_copies" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "message_copies_by_team" ON "message_copies" USING btree ("team_id");
