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
CREATE INDEX "crm_companies_by_domain" ON "crm_companies" USING btree ("team_id","domain");--> statement-breakpoint
CREATE UNIQUE INDEX "crm_connections_once" ON "crm_connections" USING btree ("team_id","provider","external_id");--> statement-breakpoint
CREATE INDEX "crm_connections_due" ON "crm_connections" USING btree ("next_sync_at") WHERE next_sync_at is not null;--> statement-breakpoint
CREATE INDEX "crm_contact_keys_by_key" ON "crm_contact_keys" USING btree ("team_id","key");--> statement-breakpoint
CREATE INDEX "crm_contacts_by_team" ON "crm_contacts" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "crm_deal_contacts_by_contact" ON "crm_deal_contacts" USING btree ("connection_id","contact_id");--> statement-breakpoint
CREATE INDEX "crm_deal_contacts_by_team" ON "crm_deal_contacts" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "crm_deals_open" ON "crm_deals" USING btree ("team_id","name") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "crm_deals_by_team" ON "crm_deals" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "crm_deals_by_company" ON "crm_deals" USING btree ("connection_id","company_id");