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
ALTER TABLE "crm_task_links" ADD CONSTRAINT "crm_task_links_connection_id_crm_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."crm_connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crm_task_links" ADD CONSTRAINT "crm_task_links_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crm_task_links" ADD CONSTRAINT "crm_task_links_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "crm_task_links_once" ON "crm_task_links" USING btree ("connection_id","external_id");--> statement-breakpoint
CREATE INDEX "crm_task_links_by_task" ON "crm_task_links" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "crm_task_links_by_team" ON "crm_task_links" USING btree ("team_id");