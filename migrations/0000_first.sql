CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sessions_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "used_tokens" (
	"id" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"profile_image_url" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "import_problems" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "import_problems_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"import_id" uuid NOT NULL,
	"where" text NOT NULL,
	"reason" text NOT NULL,
	"message_id" uuid
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"team_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"owner_address" text NOT NULL,
	"status" text NOT NULL,
	"files" jsonb NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"found" integer DEFAULT 0 NOT NULL,
	"new" integer DEFAULT 0 NOT NULL,
	"duplicate" integer DEFAULT 0 NOT NULL,
	"damaged" integer DEFAULT 0 NOT NULL,
	"processed" integer DEFAULT 0 NOT NULL,
	"stored" integer DEFAULT 0 NOT NULL,
	"analysed" integer DEFAULT 0 NOT NULL,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"team_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"external_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"team_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"import_id" uuid,
	"channel" text NOT NULL,
	"thread_key" text,
	"sender" text NOT NULL,
	"sender_address" text,
	"recipients" jsonb NOT NULL,
	"subject" text,
	"content" text NOT NULL,
	"attachments" jsonb NOT NULL,
	"bulk" boolean DEFAULT false NOT NULL,
	"from_owner" boolean DEFAULT false NOT NULL,
	"problem" text,
	"status" text DEFAULT 'new' NOT NULL,
	"ai_analysis" jsonb,
	"has_task" boolean DEFAULT false NOT NULL,
	"priority" text DEFAULT 'low' NOT NULL,
	"requires_action" boolean GENERATED ALWAYS AS ((status = 'new' and has_task) or (priority = 'high' and status <> 'resolved')) STORED NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"stored_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "events" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "events_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"team_id" uuid NOT NULL,
	"user_id" uuid,
	"type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "journal" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "journal_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"team_id" uuid NOT NULL,
	"user_id" uuid,
	"run_id" uuid,
	"action" text NOT NULL,
	"summary" text NOT NULL,
	"changes" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "journal_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"team_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"status" text DEFAULT 'new' NOT NULL,
	"priority" text DEFAULT 'medium' NOT NULL,
	"urgency" text DEFAULT 'not_urgent' NOT NULL,
	"importance" text DEFAULT 'not_important' NOT NULL,
	"assignee_id" uuid,
	"due_date" timestamp with time zone,
	"message_id" uuid,
	"message_channel" text,
	"evidence" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "team_members" (
	"team_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"joined_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "team_members_team_id_user_id_pk" PRIMARY KEY("team_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "teams" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_problems" ADD CONSTRAINT "import_problems_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal" ADD CONSTRAINT "journal_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal" ADD CONSTRAINT "journal_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_by_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "import_problems_by_import" ON "import_problems" USING btree ("import_id","seq");--> statement-breakpoint
CREATE INDEX "imports_by_team" ON "imports" USING btree ("team_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_by_external_id" ON "accounts" USING btree ("team_id","provider","external_id");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_by_external_id" ON "messages" USING btree ("account_id","external_id");--> statement-breakpoint
CREATE INDEX "messages_by_time" ON "messages" USING btree ("team_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "messages_requiring_action" ON "messages" USING btree ("team_id","created_at","id") WHERE deleted_at is null and requires_action;--> statement-breakpoint
CREATE INDEX "messages_resolved" ON "messages" USING btree ("team_id","created_at","id") WHERE deleted_at is null and status = 'resolved';--> statement-breakpoint
CREATE INDEX "messages_by_channel" ON "messages" USING btree ("team_id","channel","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "messages_by_thread" ON "messages" USING btree ("team_id","thread_key","created_at") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "messages_waiting" ON "messages" USING btree ("team_id","id") WHERE deleted_at is null and ai_analysis is null;--> statement-breakpoint
CREATE INDEX "messages_by_import" ON "messages" USING btree ("import_id") WHERE import_id is not null;--> statement-breakpoint
CREATE INDEX "events_by_type" ON "events" USING btree ("team_id","type","at");--> statement-breakpoint
CREATE INDEX "journal_by_team" ON "journal" USING btree ("team_id","seq");--> statement-breakpoint
CREATE INDEX "journal_by_user" ON "journal" USING btree ("team_id","user_id","seq");--> statement-breakpoint
CREATE INDEX "tasks_by_due_date" ON "tasks" USING btree ("team_id","due_date","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "tasks_open_by_quadrant" ON "tasks" USING btree ("team_id","urgency","importance","due_date","created_at","id") WHERE deleted_at is null and status <> 'resolved';--> statement-breakpoint
CREATE INDEX "tasks_by_quadrant" ON "tasks" USING btree ("team_id","urgency","importance","due_date","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "tasks_by_message" ON "tasks" USING btree ("team_id","message_id") WHERE deleted_at is null and message_id is not null;--> statement-breakpoint
CREATE INDEX "team_members_by_user" ON "team_members" USING btree ("user_id","joined_at");