CREATE TABLE "consents" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "consents_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"team_id" uuid,
	"subject" text NOT NULL,
	"given" boolean NOT NULL,
	"version" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "consents_id_unique" UNIQUE("id")
);
--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consents_by_person" ON "consents" USING btree ("user_id","team_id","subject","seq");--> statement-breakpoint
CREATE INDEX "consents_by_team" ON "consents" USING btree ("team_id");