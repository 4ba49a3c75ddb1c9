CREATE TABLE "refinements" (
	"team_id" uuid NOT NULL,
	"key" text NOT NULL,
	"answer" jsonb,
	"asked_until" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refinements_team_id_key_pk" PRIMARY KEY("team_id","key")
);
--> statement-breakpoint
CREATE TABLE "removed_at_source" (
	"team_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "removed_at_source_account_id_external_id_pk" PRIMARY KEY("account_id","external_id")
);
--> statement-breakpoint
CREATE TABLE "connect_attempts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"team_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"only_me" boolean NOT NULL,
	"state_hash" text,
	"code_verifier" text,
	"found" text,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "connect_attempts_state_hash_unique" UNIQUE("state_hash")
);
--> statement-breakpoint
CREATE TABLE "connections" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"external_id" text NOT NULL,
	"name" text NOT NULL,
	"address" text,
	"connected_by" uuid,
	"visible_to" uuid,
	"status" text DEFAULT 'connected' NOT NULL,
	"credentials" text,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"sync_interval" integer DEFAULT 300 NOT NULL,
	"cursor" jsonb,
	"history_since" timestamp with time zone NOT NULL,
	"history_done" boolean DEFAULT false NOT NULL,
	"subscription" text,
	"subscription_ends_at" timestamp with time zone,
	"next_sync_at" timestamp with time zone,
	"claimed_by" uuid,
	"claimed_until" timestamp with time zone,
	"last_sync_at" timestamp with time zone,
	"last_message_at" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_failure" jsonb,
	"proof" jsonb,
	"connected_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_places" (
	"team_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"place" text NOT NULL,
	"external_id" text NOT NULL,
	CONSTRAINT "message_places_account_id_place_pk" PRIMARY KEY("account_id","place")
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_events_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"account" text NOT NULL,
	"payload" jsonb NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"handled_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp with time zone,
	"failure" text
);
--> statement-breakpoint
CREATE TABLE "lesson_effects" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lesson_effects_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"team_id" uuid NOT NULL,
	"lesson_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"apply_id" uuid,
	"patch" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lessons" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lessons_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"team_id" uuid NOT NULL,
	"user_id" uuid,
	"message_id" uuid NOT NULL,
	"visible_to" uuid,
	"field" text NOT NULL,
	"value" text NOT NULL,
	"shown" jsonb NOT NULL,
	"traits" jsonb NOT NULL,
	"title" text NOT NULL,
	"sender" text NOT NULL,
	"answer" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "lessons_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "outside_calls" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outside_calls_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"team_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"purpose" text NOT NULL,
	"service" text NOT NULL,
	"host" text NOT NULL,
	"model" text,
	"subject_id" uuid,
	"bytes_sent" bigint NOT NULL,
	"redacted" jsonb NOT NULL,
	"outcome" text,
	"bytes_received" bigint,
	"tokens" integer,
	"duration_ms" integer,
	CONSTRAINT "outside_calls_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "privacy_choices" (
	"team_id" uuid PRIMARY KEY NOT NULL,
	"redact_names" boolean NOT NULL,
	"redact_addresses" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "time_zone" text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "notes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "people" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "own_keys" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "visible_to" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "edited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "engine_analysis" jsonb;--> statement-breakpoint
ALTER TABLE "refinements" ADD CONSTRAINT "refinements_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removed_at_source" ADD CONSTRAINT "removed_at_source_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removed_at_source" ADD CONSTRAINT "removed_at_source_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connect_attempts" ADD CONSTRAINT "connect_attempts_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connect_attempts" ADD CONSTRAINT "connect_attempts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_connected_by_users_id_fk" FOREIGN KEY ("connected_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_places" ADD CONSTRAINT "message_places_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_places" ADD CONSTRAINT "message_places_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_effects" ADD CONSTRAINT "lesson_effects_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_effects" ADD CONSTRAINT "lesson_effects_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_effects" ADD CONSTRAINT "lesson_effects_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outside_calls" ADD CONSTRAINT "outside_calls_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "privacy_choices" ADD CONSTRAINT "privacy_choices_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connections_due" ON "connections" USING btree ("next_sync_at") WHERE status = 'connected';--> statement-breakpoint
CREATE INDEX "connections_by_team" ON "connections" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "connections_by_external_id" ON "connections" USING btree ("provider","external_id");--> statement-breakpoint
CREATE INDEX "message_places_by_external_id" ON "message_places" USING btree ("account_id","external_id");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_events_once" ON "webhook_events" USING btree ("provider","event_id");--> statement-breakpoint
CREATE INDEX "webhook_events_waiting" ON "webhook_events" USING btree ("seq") WHERE handled_at is null;--> statement-breakpoint
CREATE INDEX "webhook_events_handled" ON "webhook_events" USING btree ("handled_at") WHERE handled_at is not null;--> statement-breakpoint
CREATE INDEX "lesson_effects_by_message" ON "lesson_effects" USING btree ("team_id","message_id","seq");--> statement-breakpoint
CREATE INDEX "lesson_effects_by_lesson" ON "lesson_effects" USING btree ("team_id","lesson_id");--> statement-breakpoint
CREATE INDEX "lesson_effects_by_apply" ON "lesson_effects" USING btree ("team_id","apply_id");--> statement-breakpoint
CREATE INDEX "lessons_by_team" ON "lessons" USING btree ("team_id","seq") WHERE removed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "lessons_by_message" ON "lessons" USING btree ("team_id","message_id","field") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "outside_calls_by_team" ON "outside_calls" USING btree ("team_id","seq");--> statement-breakpoint
CREATE INDEX "outside_calls_by_time" ON "outside_calls" USING btree ("team_id","at","tokens");