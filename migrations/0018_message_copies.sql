CREATE TABLE "message_copies" (
	"team_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"channel" text NOT NULL,
	"visible_to" uuid,
	"message_id" uuid NOT NULL,
	"stored_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_copies_account_id_external_id_pk" PRIMARY KEY("account_id","external_id")
);
--> statement-breakpoint
DROP INDEX "messages_copies";--> statement-breakpoint
ALTER TABLE "message_copies" ADD CONSTRAINT "message_copies_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_copies" ADD CONSTRAINT "message_copies_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_copies" ADD CONSTRAINT "message_copies_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_copies_by_message" ON "message_copies" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "message_copies_by_team" ON "message_copies" USING btree ("team_id");--> statement-breakpoint
ALTER TABLE "messages" DROP COLUMN "copy_of";