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
	"size" integer DEFAULT 0 NOT NULL,
	"pieces" integer DEFAULT 0 NOT NULL,
	"seconds" double precision,
	"levels" jsonb DEFAULT '[]'::jsonb NOT NULL,
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
CREATE INDEX "meetings_in_work" ON "meetings" USING btree ("status") WHERE deleted_at is null and status in ('transcribing', 'needs_transcript');