CREATE TABLE "retention_warnings" (
	"team_id" uuid NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	"first_at" timestamp with time zone,
	"last_at" timestamp with time zone,
	CONSTRAINT "retention_warnings_team_id_ended_at_pk" PRIMARY KEY("team_id","ended_at")
);
--> statement-breakpoint
ALTER TABLE "retention_warnings" ADD CONSTRAINT "retention_warnings_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;