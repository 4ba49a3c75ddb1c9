CREATE TABLE "digests" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"on" boolean NOT NULL,
	"hour" integer NOT NULL,
	"token" text NOT NULL,
	"last_day" date,
	"last_sent_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"next_look_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "digests_token_unique" UNIQUE("token")
);
--> statement-breakpoint
ALTER TABLE "digests" ADD CONSTRAINT "digests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "digests_due" ON "digests" USING btree ("next_look_at") WHERE "on";