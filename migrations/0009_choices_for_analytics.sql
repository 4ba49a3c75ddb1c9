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
ALTER TABLE "analytics_choices" ADD CONSTRAINT "analytics_choices_of_member" FOREIGN KEY ("team_id","user_id") REFERENCES "public"."team_members"("team_id","user_id") ON DELETE cascade ON UPDATE no action;