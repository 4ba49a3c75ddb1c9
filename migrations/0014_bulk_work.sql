CREATE TABLE "muted_senders" (
	"team_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"sender" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "muted_senders_team_id_user_id_sender_pk" PRIMARY KEY("team_id","user_id","sender")
);
--> statement-breakpoint
CREATE TABLE "saved_filters" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"team_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "muted_senders" ADD CONSTRAINT "muted_senders_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "muted_senders" ADD CONSTRAINT "muted_senders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_filters" ADD CONSTRAINT "saved_filters_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_filters" ADD CONSTRAINT "saved_filters_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_filters_by_name" ON "saved_filters" USING btree ("team_id","user_id","name");--> statement-breakpoint
CREATE INDEX "messages_by_sender" ON "messages" USING btree ("team_id",lower(coalesce(sender_address, sender)),"created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "messages_by_category" ON "messages" USING btree ("team_id",(ai_analysis->>'category'),"created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "messages_by_due_date" ON "messages" USING btree ("team_id",(ai_analysis->>'dueDate'),"created_at","id") WHERE deleted_at is null and ai_analysis->>'dueDate' is not null;