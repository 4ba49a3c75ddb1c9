CREATE TABLE "access_tokens" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"team_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"ending" text NOT NULL,
	"areas" text[] NOT NULL,
	"read_only" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	CONSTRAINT "access_tokens_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "analytics_choices" (
	"team_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"share_figures" boolean NOT NULL,
	"message_minutes" integer NOT NULL,
	"task_minutes" integer NOT NULL,
	"meeting_minutes" integer NOT NULL,
	CONSTRAINT "analytics_choices_team_id_user_id_pk" PRIMARY KEY("team_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "message_usage" (
	"team_id" uuid NOT NULL,
	"month" date NOT NULL,
	"messages" integer NOT NULL,
	"held" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "message_usage_team_id_month_pk" PRIMARY KEY("team_id","month")
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "retention_warnings" (
	"team_id" uuid NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	"first_at" timestamp with time zone,
	"last_at" timestamp with time zone,
	CONSTRAINT "retention_warnings_team_id_ended_at_pk" PRIMARY KEY("team_id","ended_at")
);
--> statement-breakpoint
CREATE TABLE "sandbox_invoices" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"subscription_id" text NOT NULL,
	"amount" integer NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"confirmation" text NOT NULL,
	"tier" text NOT NULL,
	"status" text NOT NULL,
	"trial_ends_at" timestamp with time zone,
	"period_ends_at" timestamp with time zone,
	"cancels_at_period_end" boolean DEFAULT false NOT NULL,
	"ended_at" timestamp with time zone,
	"payment" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sandbox_subscriptions_confirmation_unique" UNIQUE("confirmation")
);
--> statement-breakpoint
CREATE TABLE "chat_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"team_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"content" text NOT NULL,
	"answer" jsonb,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passages" (
	"team_id" uuid NOT NULL,
	"source_type" text NOT NULL,
	"source_id" uuid NOT NULL,
	"position" smallint DEFAULT 0 NOT NULL,
	"visible_to" uuid,
	"written_at" timestamp with time zone NOT NULL,
	"words" "tsvector" NOT NULL,
	CONSTRAINT "passages_source_id_position_pk" PRIMARY KEY("source_id","position")
);
--> statement-breakpoint
CREATE TABLE "crm_companies" (
	"connection_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"name" text NOT NULL,
	"domain" text,
	"url" text,
	"pass" integer NOT NULL,
	CONSTRAINT "crm_companies_connection_id_external_id_pk" PRIMARY KEY("connection_id","external_id")
);
--> statement-breakpoint
CREATE TABLE "crm_connections" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"team_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"external_id" text NOT NULL,
	"account_name" text NOT NULL,
	"status" text DEFAULT 'connected' NOT NULL,
	"credentials" text,
	"sync_contacts" boolean DEFAULT true NOT NULL,
	"sync_deals" boolean DEFAULT true NOT NULL,
	"sync_tasks" boolean DEFAULT true NOT NULL,
	"sync_interval" integer DEFAULT 300 NOT NULL,
	"cursors" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"progress" jsonb,
	"next_sync_at" timestamp with time zone,
	"claimed_by" uuid,
	"claimed_until" timestamp with time zone,
	"last_sync_at" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_failure" jsonb,
	"sample" boolean DEFAULT false NOT NULL,
	"connected_by" uuid,
	"connected_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "crm_contact_keys" (
	"connection_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"contact_id" text NOT NULL,
	"key" text NOT NULL,
	CONSTRAINT "crm_contact_keys_connection_id_contact_id_key_pk" PRIMARY KEY("connection_id","contact_id","key")
);
--> statement-breakpoint
CREATE TABLE "crm_contacts" (
	"connection_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"name" text NOT NULL,
	"job_title" text,
	"company_name" text,
	"company_id" text,
	"url" text,
	"pass" integer NOT NULL,
	CONSTRAINT "crm_contacts_connection_id_external_id_pk" PRIMARY KEY("connection_id","external_id")
);
--> statement-breakpoint
CREATE TABLE "crm_deal_contacts" (
	"connection_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"deal_id" text NOT NULL,
	"contact_id" text NOT NULL,
	CONSTRAINT "crm_deal_contacts_connection_id_deal_id_contact_id_pk" PRIMARY KEY("connection_id","deal_id","contact_id")
);
--> statement-breakpoint
CREATE TABLE "crm_deals" (
	"connection_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"name" text NOT NULL,
	"amount" numeric,
	"currency" text,
	"stage" text NOT NULL,
	"status" text NOT NULL,
	"close_date" timestamp with time zone,
	"company_id" text,
	"url" text,
	"pass" integer NOT NULL,
	CONSTRAINT "crm_deals_connection_id_external_id_pk" PRIMARY KEY("connection_id","external_id")
);
--> statement-breakpoint
CREATE TABLE "crm_task_links" (
	"connection_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"external_id" text,
	"origin" text NOT NULL,
	"deal_id" text,
	"contact_id" text,
	"base" jsonb,
	"task_version" timestamp with time zone,
	"creating_since" timestamp with time zone,
	"pass" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "crm_task_links_connection_id_task_id_pk" PRIMARY KEY("connection_id","task_id")
);
--> statement-breakpoint
CREATE TABLE "focus_sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"team_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"work_minutes" integer,
	"rest_minutes" integer,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"paused_at" timestamp with time zone,
	"paused_ms" integer DEFAULT 0 NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
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
CREATE TABLE "fact_followers" (
	"team_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "followed_facts" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "followed_facts_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"team_id" uuid NOT NULL,
	"user_id" uuid,
	"type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "meeting_items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"meeting_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"title" text NOT NULL,
	"assignee_id" uuid,
	"assignee_name" text,
	"due_date" timestamp with time zone,
	"urgency" text NOT NULL,
	"importance" text NOT NULL,
	"evidence" jsonb NOT NULL,
	"dropped" boolean DEFAULT false NOT NULL,
	"task_id" uuid
);
--> statement-breakpoint
CREATE TABLE "meeting_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"meeting_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"user_id" uuid,
	"second" double precision,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "meeting_parts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"meeting_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"blob" text NOT NULL,
	"format" text NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"pieces" integer DEFAULT 0 NOT NULL,
	"seconds" double precision,
	"levels" text DEFAULT '' NOT NULL,
	"closed" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "meeting_segments" (
	"meeting_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"team_id" uuid NOT NULL,
	"start_second" double precision NOT NULL,
	"end_second" double precision NOT NULL,
	"speaker" text,
	"text" text NOT NULL,
	CONSTRAINT "meeting_segments_meeting_id_position_pk" PRIMARY KEY("meeting_id","position")
);
--> statement-breakpoint
CREATE TABLE "meetings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"team_id" uuid NOT NULL,
	"created_by" uuid,
	"title" text NOT NULL,
	"status" text NOT NULL,
	"transcript" text,
	"summary" text,
	"decisions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"transcribed_by" text,
	"transcribed_seconds" double precision DEFAULT 0 NOT NULL,
	"seconds" double precision,
	"error" text,
	"sample" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "notification_choices" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"off" text[] DEFAULT '{}' NOT NULL,
	"quiet_from" text,
	"quiet_to" text
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"team_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"title" text NOT NULL,
	"cause" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deliveries_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"team_id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"type" text NOT NULL,
	"body" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_attempt_at" timestamp with time zone,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"answer_status" integer,
	"problem" text,
	CONSTRAINT "deliveries_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "outgoing_webhooks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"team_id" uuid NOT NULL,
	"url" text NOT NULL,
	"types" text[] NOT NULL,
	"secret" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"disabled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "deletion_reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "team_exports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"team_id" uuid NOT NULL,
	"user_id" uuid,
	"status" text NOT NULL,
	"rows" integer NOT NULL,
	"rows_done" integer DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"error" text,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"progress_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "team_deletions" (
	"team_id" uuid PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"requested_by" uuid,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"removed" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deletes_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "provider" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "customer_id" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "subscription_id" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "pending_id" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "period_ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "chose_free_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "snoozed_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "over_limit" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "message_locations" ADD COLUMN "web_url" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "steps" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "snoozed_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_of_member" FOREIGN KEY ("team_id","user_id") REFERENCES "public"."team_members"("team_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analytics_choices" ADD CONSTRAINT "analytics_choices_of_member" FOREIGN KEY ("team_id","user_id") REFERENCES "public"."team_members"("team_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_usage" ADD CONSTRAINT "message_usage_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_warnings" ADD CONSTRAINT "retention_warnings_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_invoices" ADD CONSTRAINT "sandbox_invoices_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_invoices" ADD CONSTRAINT "sandbox_invoices_subscription_id_sandbox_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."sandbox_subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_subscriptions" ADD CONSTRAINT "sandbox_subscriptions_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passages" ADD CONSTRAINT "passages_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crm_companies" ADD CONSTRAINT "crm_companies_connection_id_crm_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."crm_connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crm_companies" ADD CONSTRAINT "crm_companies_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crm_connections" ADD CONSTRAINT "crm_connections_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crm_connections" ADD CONSTRAINT "crm_connections_connected_by_users_id_fk" FOREIGN KEY ("connected_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crm_contact_keys" ADD CONSTRAINT "crm_contact_keys_connection_id_crm_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."crm_connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crm_contact_keys" ADD CONSTRAINT "crm_contact_keys_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crm_contacts" ADD CONSTRAINT "crm_contacts_connection_id_crm_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."crm_connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crm_contacts" ADD CONSTRAINT "crm_contacts_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crm_deal_contacts" ADD CONSTRAINT "crm_deal_contacts_connection_id_crm_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."crm_connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crm_deal_contacts" ADD CONSTRAINT "crm_deal_contacts_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crm_deals" ADD CONSTRAINT "crm_deals_connection_id_crm_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."crm_connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crm_deals" ADD CONSTRAINT "crm_deals_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crm_task_links" ADD CONSTRAINT "crm_task_links_connection_id_crm_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."crm_connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crm_task_links" ADD CONSTRAINT "crm_task_links_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crm_task_links" ADD CONSTRAINT "crm_task_links_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "focus_sessions" ADD CONSTRAINT "focus_sessions_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "focus_sessions" ADD CONSTRAINT "focus_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "focus_sessions" ADD CONSTRAINT "focus_sessions_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revocations" ADD CONSTRAINT "revocations_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revocations" ADD CONSTRAINT "revocations_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fact_followers" ADD CONSTRAINT "fact_followers_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "followed_facts" ADD CONSTRAINT "followed_facts_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_items" ADD CONSTRAINT "meeting_items_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_items" ADD CONSTRAINT "meeting_items_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_items" ADD CONSTRAINT "meeting_items_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_notes" ADD CONSTRAINT "meeting_notes_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_notes" ADD CONSTRAINT "meeting_notes_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_notes" ADD CONSTRAINT "meeting_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_parts" ADD CONSTRAINT "meeting_parts_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_parts" ADD CONSTRAINT "meeting_parts_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_segments" ADD CONSTRAINT "meeting_segments_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_segments" ADD CONSTRAINT "meeting_segments_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_choices" ADD CONSTRAINT "notification_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_webhook_id_outgoing_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."outgoing_webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outgoing_webhooks" ADD CONSTRAINT "outgoing_webhooks_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outgoing_webhooks" ADD CONSTRAINT "outgoing_webhooks_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_exports" ADD CONSTRAINT "team_exports_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_exports" ADD CONSTRAINT "team_exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_deletions" ADD CONSTRAINT "team_deletions_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_deletions" ADD CONSTRAINT "team_deletions_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_tokens_by_member" ON "access_tokens" USING btree ("team_id","user_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_events_by_team" ON "payment_events" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "payment_events_by_time" ON "payment_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "sandbox_invoices_by_team" ON "sandbox_invoices" USING btree ("team_id","created_at");--> statement-breakpoint
CREATE INDEX "sandbox_invoices_by_subscription" ON "sandbox_invoices" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "sandbox_subscriptions_by_team" ON "sandbox_subscriptions" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "chat_messages_by_person" ON "chat_messages" USING btree ("team_id","user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "chat_messages_by_user" ON "chat_messages" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passages_by_words" ON "passages" USING gin ("words");--> statement-breakpoint
CREATE INDEX "passages_by_team" ON "passages" USING btree ("team_id","written_at");--> statement-breakpoint
CREATE INDEX "crm_companies_by_domain" ON "crm_companies" USING btree ("team_id","domain");--> statement-breakpoint
CREATE UNIQUE INDEX "crm_connections_once" ON "crm_connections" USING btree ("team_id","provider","external_id");--> statement-breakpoint
CREATE INDEX "crm_connections_due" ON "crm_connections" USING btree ("next_sync_at") WHERE next_sync_at is not null;--> statement-breakpoint
CREATE INDEX "crm_connections_of_connected_by" ON "crm_connections" USING btree ("connected_by");--> statement-breakpoint
CREATE INDEX "crm_contact_keys_by_key" ON "crm_contact_keys" USING btree ("team_id","key");--> statement-breakpoint
CREATE INDEX "crm_contacts_by_team" ON "crm_contacts" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "crm_deal_contacts_by_contact" ON "crm_deal_contacts" USING btree ("connection_id","contact_id");--> statement-breakpoint
CREATE INDEX "crm_deal_contacts_by_team" ON "crm_deal_contacts" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "crm_deals_open" ON "crm_deals" USING btree ("team_id","name") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "crm_deals_by_team" ON "crm_deals" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "crm_deals_by_company" ON "crm_deals" USING btree ("connection_id","company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "crm_task_links_once" ON "crm_task_links" USING btree ("connection_id","external_id");--> statement-breakpoint
CREATE INDEX "crm_task_links_by_task" ON "crm_task_links" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "crm_task_links_by_team" ON "crm_task_links" USING btree ("team_id");--> statement-breakpoint
CREATE UNIQUE INDEX "focus_sessions_running" ON "focus_sessions" USING btree ("team_id","user_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "focus_sessions_by_user" ON "focus_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "focus_sessions_by_task" ON "focus_sessions" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "focus_sessions_of_team" ON "focus_sessions" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "revocations_by_team" ON "revocations" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "revocations_due" ON "revocations" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "followed_facts_by_team" ON "followed_facts" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "meeting_items_by_meeting" ON "meeting_items" USING btree ("meeting_id","position");--> statement-breakpoint
CREATE INDEX "meeting_items_by_team" ON "meeting_items" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "meeting_items_by_assignee" ON "meeting_items" USING btree ("assignee_id");--> statement-breakpoint
CREATE INDEX "meeting_notes_by_meeting" ON "meeting_notes" USING btree ("meeting_id","created_at");--> statement-breakpoint
CREATE INDEX "meeting_notes_by_team" ON "meeting_notes" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "meeting_notes_by_user" ON "meeting_notes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "meeting_parts_by_meeting" ON "meeting_parts" USING btree ("meeting_id","position");--> statement-breakpoint
CREATE INDEX "meeting_parts_by_team" ON "meeting_parts" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "meeting_segments_by_team" ON "meeting_segments" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "meetings_by_team" ON "meetings" USING btree ("team_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "meetings_of_team" ON "meetings" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "meetings_by_creator" ON "meetings" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "meetings_in_work" ON "meetings" USING btree ("status") WHERE deleted_at is null and status in ('transcribing', 'needs_transcript');--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_by_cause" ON "notifications" USING btree ("user_id","cause");--> statement-breakpoint
CREATE INDEX "notifications_latest" ON "notifications" USING btree ("team_id","user_id","created_at");--> statement-breakpoint
CREATE INDEX "notifications_by_age" ON "notifications" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "deliveries_by_webhook" ON "deliveries" USING btree ("webhook_id","seq");--> statement-breakpoint
CREATE INDEX "deliveries_by_team" ON "deliveries" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("next_attempt_at") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "deliveries_by_age" ON "deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "outgoing_webhooks_by_team" ON "outgoing_webhooks" USING btree ("team_id","created_at");--> statement-breakpoint
CREATE INDEX "outgoing_webhooks_of_created_by" ON "outgoing_webhooks" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "team_exports_by_team" ON "team_exports" USING btree ("team_id","started_at");--> statement-breakpoint
CREATE INDEX "team_exports_by_user" ON "team_exports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "team_deletions_by_due" ON "team_deletions" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "team_deletions_by_person" ON "team_deletions" USING btree ("requested_by");--> statement-breakpoint
CREATE INDEX "subscriptions_by_customer" ON "subscriptions" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "correction_effects_of_correction" ON "correction_effects" USING btree ("correction_id");--> statement-breakpoint
CREATE INDEX "correction_effects_of_message" ON "correction_effects" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "corrections_of_team" ON "corrections" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "corrections_of_user" ON "corrections" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "imports_of_user" ON "imports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "messages_over_limit" ON "messages" USING btree ("team_id","created_at","id") WHERE over_limit;--> statement-breakpoint
CREATE INDEX "messages_snoozed" ON "messages" USING btree ("snoozed_until") WHERE snoozed_until is not null;--> statement-breakpoint
CREATE INDEX "messages_of_team" ON "messages" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "muted_senders_of_user" ON "muted_senders" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "removed_at_source_of_team" ON "removed_at_source" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "replaced_analyses_of_team" ON "replaced_analyses" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "saved_filters_of_user" ON "saved_filters" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "connect_attempts_of_team" ON "connect_attempts" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "connect_attempts_of_user" ON "connect_attempts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "connections_of_connected_by" ON "connections" USING btree ("connected_by");--> statement-breakpoint
CREATE INDEX "message_locations_of_team" ON "message_locations" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "quarantine_of_team" ON "quarantine" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "journal_of_user" ON "journal" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "start_dismissals_of_user" ON "start_dismissals" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "tasks_due" ON "tasks" USING btree ("due_date") WHERE deleted_at is null and status <> 'resolved' and due_date is not null;--> statement-breakpoint
CREATE INDEX "tasks_snoozed" ON "tasks" USING btree ("snoozed_until") WHERE snoozed_until is not null;--> statement-breakpoint
CREATE INDEX "tasks_of_assignee" ON "tasks" USING btree ("assignee_id");--> statement-breakpoint
CREATE INDEX "tasks_of_created_by" ON "tasks" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "tasks_of_team" ON "tasks" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "invitations_of_accepted_by" ON "invitations" USING btree ("accepted_by");--> statement-breakpoint
CREATE INDEX "invitations_of_created_by" ON "invitations" USING btree ("created_by");--> statement-breakpoint
-- Lower case of all letters, also in a database whose locale knows only the letters of ASCII.
DO $body$
BEGIN
	EXECUTE 'CREATE FUNCTION search_fold(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS ' || CASE
		WHEN EXISTS (SELECT FROM pg_collation WHERE collname = 'pg_c_utf8')
			THEN quote_literal('SELECT lower($1 COLLATE pg_catalog.pg_c_utf8)')
		WHEN EXISTS (SELECT FROM pg_collation WHERE collname = 'und-x-icu')
			THEN quote_literal('SELECT lower($1 COLLATE pg_catalog."und-x-icu")')
		ELSE quote_literal('SELECT lower($1)') END;
END $body$;--> statement-breakpoint
-- The words of a text as the index knows them. Only its beginning counts, because a tsvector holds at most 1 MB.
CREATE FUNCTION search_words(text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$
	SELECT strip(to_tsvector('pg_catalog.english', translate(search_fold(left($1, 200000)), '@._-/:+#&=?!<>()[]{}''’"', repeat(' ', 24))));
$body$;--> statement-breakpoint
-- One word of a question; empty if it is too common to be in the index.
CREATE FUNCTION search_word(text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$
	SELECT plainto_tsquery('pg_catalog.english', search_fold($1));
$body$;--> statement-breakpoint
-- What stands in the index for a text of a team.
CREATE FUNCTION passage_words(team uuid, content text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$
	SELECT search_words(content) || array_to_tsvector(ARRAY['team:' || team]);
$body$;--> statement-breakpoint
CREATE FUNCTION message_words(subject text, content text, sender text, sender_address text, recipients jsonb, attachments jsonb)
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$
	SELECT concat_ws(' ', subject, sender, sender_address, left(recipients::text, 2000),
		(SELECT string_agg(file->>'name', ' ') FROM jsonb_array_elements(attachments) file), content);
$body$;--> statement-breakpoint
CREATE FUNCTION index_new_messages() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
	INSERT INTO passages (team_id, source_type, source_id, visible_to, written_at, words)
	SELECT m.team_id, 'message', m.id, m.visible_to, m.created_at, passage_words(m.team_id,
		message_words(m.subject, m.content, m.sender, m.sender_address, m.recipients, m.attachments))
	FROM written m WHERE m.deleted_at IS NULL;
	RETURN NULL;
END $body$;--> statement-breakpoint
CREATE FUNCTION index_changed_message() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
	DELETE FROM passages WHERE source_id = OLD.id;
	IF NEW.deleted_at IS NULL THEN
		INSERT INTO passages (team_id, source_type, source_id, visible_to, written_at, words)
		VALUES (NEW.team_id, 'message', NEW.id, NEW.visible_to, NEW.created_at, passage_words(NEW.team_id,
			message_words(NEW.subject, NEW.content, NEW.sender, NEW.sender_address, NEW.recipients, NEW.attachments)));
	END IF;
	RETURN NULL;
END $body$;--> statement-breakpoint
CREATE FUNCTION index_new_tasks() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
	INSERT INTO passages (team_id, source_type, source_id, written_at, words)
	SELECT t.team_id, 'task', t.id, t.created_at, passage_words(t.team_id, concat_ws(' ', t.title, t.description))
	FROM written t WHERE t.deleted_at IS NULL;
	RETURN NULL;
END $body$;--> statement-breakpoint
CREATE FUNCTION index_changed_task() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
	DELETE FROM passages WHERE source_id = OLD.id;
	IF NEW.deleted_at IS NULL THEN
		INSERT INTO passages (team_id, source_type, source_id, written_at, words)
		VALUES (NEW.team_id, 'task', NEW.id, NEW.created_at,
			passage_words(NEW.team_id, concat_ws(' ', NEW.title, NEW.description)));
	END IF;
	RETURN NULL;
END $body$;--> statement-breakpoint
-- For every table of a source: its rows leave the index with them.
CREATE FUNCTION forget_passages() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
	DELETE FROM passages WHERE source_id IN (SELECT id FROM removed);
	RETURN NULL;
END $body$;--> statement-breakpoint
CREATE TRIGGER messages_to_passages AFTER INSERT ON messages
	REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION index_new_messages();--> statement-breakpoint
CREATE TRIGGER changed_messages_to_passages AFTER UPDATE OF subject, content, sender, visible_to, deleted_at ON messages
	FOR EACH ROW WHEN (
		(OLD.subject, OLD.content, OLD.sender, OLD.visible_to, OLD.deleted_at)
			IS DISTINCT FROM (NEW.subject, NEW.content, NEW.sender, NEW.visible_to, NEW.deleted_at)
	) EXECUTE FUNCTION index_changed_message();--> statement-breakpoint
CREATE TRIGGER removed_messages_to_passages AFTER DELETE ON messages
	REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION forget_passages();--> statement-breakpoint
CREATE TRIGGER tasks_to_passages AFTER INSERT ON tasks
	REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION index_new_tasks();--> statement-breakpoint
CREATE TRIGGER changed_tasks_to_passages AFTER UPDATE OF title, description, deleted_at ON tasks
	FOR EACH ROW WHEN (
		(OLD.title, OLD.description, OLD.deleted_at) IS DISTINCT FROM (NEW.title, NEW.description, NEW.deleted_at)
	) EXECUTE FUNCTION index_changed_task();--> statement-breakpoint
CREATE TRIGGER removed_tasks_to_passages AFTER DELETE ON tasks
	REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION forget_passages();--> statement-breakpoint
INSERT INTO passages (team_id, source_type, source_id, visible_to, written_at, words)
	SELECT team_id, 'message', id, visible_to, created_at, passage_words(team_id,
		message_words(subject, content, sender, sender_address, recipients, attachments))
	FROM messages WHERE deleted_at IS NULL;--> statement-breakpoint
INSERT INTO passages (team_id, source_type, source_id, written_at, words)
	SELECT team_id, 'task', id, created_at, passage_words(team_id, concat_ws(' ', title, description))
	FROM tasks WHERE deleted_at IS NULL;--> statement-breakpoint
INSERT INTO "message_usage" ("team_id", "month", "messages")
SELECT "team_id", date_trunc('month', now() AT TIME ZONE 'UTC')::date, count(*)::integer FROM "messages"
WHERE "channel" <> 'import' AND NOT "sample" AND "created_at" >= date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'
GROUP BY "team_id";--> statement-breakpoint
CREATE FUNCTION index_meeting() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
	DELETE FROM passages WHERE source_id = NEW.id;
	IF NEW.deleted_at IS NULL THEN
		INSERT INTO passages (team_id, source_type, source_id, written_at, words)
		VALUES (NEW.team_id, 'meeting', NEW.id, NEW.created_at,
			passage_words(NEW.team_id, concat_ws(' ', NEW.title, NEW.summary, NEW.transcript)));
	END IF;
	RETURN NULL;
END $body$;--> statement-breakpoint
CREATE TRIGGER meetings_to_passages AFTER INSERT ON meetings
	FOR EACH ROW EXECUTE FUNCTION index_meeting();--> statement-breakpoint
CREATE TRIGGER changed_meetings_to_passages AFTER UPDATE OF title, summary, transcript, deleted_at ON meetings
	FOR EACH ROW WHEN (
		(OLD.title, OLD.summary, OLD.transcript, OLD.deleted_at)
			IS DISTINCT FROM (NEW.title, NEW.summary, NEW.transcript, NEW.deleted_at)
	) EXECUTE FUNCTION index_meeting();--> statement-breakpoint
CREATE TRIGGER removed_meetings_to_passages AFTER DELETE ON meetings
	REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION forget_passages();
