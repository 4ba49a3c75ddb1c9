ALTER TABLE "crm_task_links" ADD COLUMN "unlinked_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "journal" ADD COLUMN "call_key_hash" text;--> statement-breakpoint
ALTER TABLE "journal" ADD COLUMN "call_hash" text;--> statement-breakpoint
CREATE UNIQUE INDEX "journal_by_call_key" ON "journal" USING btree ("user_id","call_key_hash") WHERE "journal"."call_key_hash" is not null;
--> statement-breakpoint
CREATE TABLE "message_counts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "message_counts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"team_id" uuid NOT NULL,
	"visible_to" uuid,
	"channel" text NOT NULL,
	"stored" integer NOT NULL,
	"requires_action" integer NOT NULL,
	"uncertain" integer NOT NULL,
	"resolved" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "message_counts" ADD CONSTRAINT "message_counts_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_counts_of_team" ON "message_counts" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "messages_snoozed_of_team" ON "messages" USING btree ("team_id","snoozed_until") WHERE snoozed_until is not null;--> statement-breakpoint
CREATE INDEX "messages_asking_by_sender" ON "messages" USING btree ("team_id",lower(coalesce(sender_address, sender))) WHERE deleted_at is null and requires_action;--> statement-breakpoint
-- Writes what a statement on messages changes in the counts of its teams. Rows that leave with their team need none.
CREATE FUNCTION count_messages() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO message_counts (team_id, visible_to, channel, stored, requires_action, uncertain, resolved)
		SELECT team_id, visible_to, channel, count(*), count(*) FILTER (WHERE requires_action),
			count(*) FILTER (WHERE requires_action AND uncertain), count(*) FILTER (WHERE status = 'resolved')
		FROM written WHERE deleted_at IS NULL GROUP BY team_id, visible_to, channel;
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO message_counts (team_id, visible_to, channel, stored, requires_action, uncertain, resolved)
		SELECT team_id, visible_to, channel, -count(*), -count(*) FILTER (WHERE requires_action),
			-count(*) FILTER (WHERE requires_action AND uncertain), -count(*) FILTER (WHERE status = 'resolved')
		FROM removed JOIN teams ON teams.id = team_id
		WHERE removed.deleted_at IS NULL GROUP BY team_id, visible_to, channel;
	ELSE
		INSERT INTO message_counts (team_id, visible_to, channel, stored, requires_action, uncertain, resolved)
		SELECT * FROM (
			SELECT team_id, visible_to, channel, sum(sign) AS stored, sum(sign * requires_action::int) AS requires_action,
				sum(sign * (requires_action AND uncertain)::int) AS uncertain, sum(sign * (status = 'resolved')::int) AS resolved
			FROM (
				SELECT 1 AS sign, team_id, visible_to, channel, requires_action, uncertain, status, deleted_at FROM written
				UNION ALL
				SELECT -1, team_id, visible_to, channel, requires_action, uncertain, status, deleted_at FROM removed
			) both_states
			WHERE deleted_at IS NULL GROUP BY team_id, visible_to, channel
		) changes
		WHERE stored <> 0 OR requires_action <> 0 OR uncertain <> 0 OR resolved <> 0;
	END IF;
	RETURN NULL;
END $body$;--> statement-breakpoint
CREATE TRIGGER new_messages_to_counts AFTER INSERT ON messages
	REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION count_messages();--> statement-breakpoint
CREATE TRIGGER changed_messages_to_counts AFTER UPDATE ON messages
	REFERENCING OLD TABLE AS removed NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION count_messages();--> statement-breakpoint
CREATE TRIGGER removed_messages_to_counts AFTER DELETE ON messages
	REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_messages();--> statement-breakpoint
INSERT INTO message_counts (team_id, visible_to, channel, stored, requires_action, uncertain, resolved)
	SELECT team_id, visible_to, channel, count(*), count(*) FILTER (WHERE requires_action),
		count(*) FILTER (WHERE requires_action AND uncertain), count(*) FILTER (WHERE status = 'resolved')
	FROM messages WHERE deleted_at IS NULL GROUP BY team_id, visible_to, channel;
--> statement-breakpoint
CREATE TABLE "area_facts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"area_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"text" text NOT NULL,
	"source_type" text,
	"source_id" uuid,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "area_items" (
	"area_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"source_type" text NOT NULL,
	"source_id" uuid NOT NULL,
	"state" text NOT NULL,
	"visible_to" uuid,
	"written_at" timestamp with time zone NOT NULL,
	CONSTRAINT "area_items_area_id_source_id_pk" PRIMARY KEY("area_id","source_id")
);
--> statement-breakpoint
CREATE TABLE "area_rules" (
	"area_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"query" "tsquery" GENERATED ALWAYS AS (case when kind = 'keyword' then search_word(translate(value, '@._-/:+#&=?!<>()[]{}''’"', repeat(' ', 24))) end) STORED,
	CONSTRAINT "area_rules_area_id_kind_value_pk" PRIMARY KEY("area_id","kind","value")
);
--> statement-breakpoint
CREATE TABLE "areas" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"team_id" uuid NOT NULL,
	"name" text NOT NULL,
	"color" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "area_facts" ADD CONSTRAINT "area_facts_area_id_areas_id_fk" FOREIGN KEY ("area_id") REFERENCES "public"."areas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "area_facts" ADD CONSTRAINT "area_facts_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "area_facts" ADD CONSTRAINT "area_facts_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "area_items" ADD CONSTRAINT "area_items_area_id_areas_id_fk" FOREIGN KEY ("area_id") REFERENCES "public"."areas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "area_items" ADD CONSTRAINT "area_items_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "area_rules" ADD CONSTRAINT "area_rules_area_id_areas_id_fk" FOREIGN KEY ("area_id") REFERENCES "public"."areas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "area_rules" ADD CONSTRAINT "area_rules_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "areas" ADD CONSTRAINT "areas_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "areas" ADD CONSTRAINT "areas_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "area_facts_of_area" ON "area_facts" USING btree ("area_id","created_at","id");--> statement-breakpoint
CREATE INDEX "area_facts_of_team" ON "area_facts" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "area_facts_of_created_by" ON "area_facts" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "area_items_in_order" ON "area_items" USING btree ("area_id","source_type","written_at","source_id") WHERE state <> 'removed';--> statement-breakpoint
CREATE INDEX "area_items_by_source" ON "area_items" USING btree ("source_id");--> statement-breakpoint
CREATE INDEX "area_items_of_team" ON "area_items" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "area_rules_by_value" ON "area_rules" USING btree ("team_id","kind","value");--> statement-breakpoint
CREATE INDEX "areas_of_team" ON "areas" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "areas_of_created_by" ON "areas" USING btree ("created_by");--> statement-breakpoint
-- A message's address as the keys of CRM contacts have it (src/features/crm/contact-keys.ts).
CREATE FUNCTION sender_key(address text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$
	SELECT CASE
		WHEN address LIKE '@%' THEN 'handle:' || lower(substr(address, 2))
		WHEN address LIKE '%@%' THEN 'mail:' || lower(btrim(address))
		WHEN address ~ '^\d{8,15}$' THEN 'phone:+' || address
		ELSE 'phone:' || regexp_replace(address, '[\s().\-/]', '', 'g') END;
$body$;--> statement-breakpoint
-- Lets messages, tasks and meetings join the areas whose rules they fit, and leave those whose rules they no longer
-- fit. src/features/areas/matches-repository.ts has the same conditions, starting at the rules instead of the rows.
CREATE FUNCTION join_areas(sources uuid[]) RETURNS void LANGUAGE plpgsql AS $body$
DECLARE followers uuid[];
BEGIN
	WITH written AS (
		SELECT p.team_id, p.source_type, p.source_id, p.visible_to, p.written_at, p.words, t.message_id,
			coalesce(m.channel, t.message_channel) AS channel, m.from_owner, m.recipients,
			lower(coalesce(m.sender_address, m.sender)) AS sender
		FROM passages p
		LEFT JOIN messages m ON p.source_type = 'message' AND m.id = p.source_id
		LEFT JOIN tasks t ON p.source_type = 'task' AND t.id = p.source_id
		WHERE p.source_id = ANY (sources) AND p.position = 0 AND p.source_type <> 'fact'
	), parties AS (
		SELECT team_id, source_id, sender AS party FROM written WHERE source_type = 'message'
		UNION ALL
		SELECT team_id, source_id, lower(address)
		FROM written, jsonb_array_elements_text(recipients->'to') address WHERE from_owner
	), fitting AS (
		SELECT r.area_id, p.source_id FROM parties p
		JOIN area_rules r ON r.team_id = p.team_id AND r.kind = 'person' AND r.value = p.party
		UNION
		SELECT r.area_id, p.source_id FROM parties p
		JOIN crm_contact_keys k ON k.team_id = p.team_id AND k.key = sender_key(p.party)
		JOIN crm_contacts c ON c.connection_id = k.connection_id AND c.external_id = k.contact_id
		JOIN area_rules r ON r.team_id = p.team_id AND r.kind = 'company' AND r.value = c.connection_id || ':' || c.company_id
		UNION
		SELECT r.area_id, p.source_id FROM parties p
		JOIN crm_companies co ON co.team_id = p.team_id AND co.domain = split_part(p.party, '@', 2) AND co.domain <> ''
		JOIN area_rules r ON r.team_id = p.team_id AND r.kind = 'company' AND r.value = co.connection_id || ':' || co.external_id
		UNION
		SELECT r.area_id, w.source_id FROM written w
		JOIN meeting_segments s ON s.meeting_id = w.source_id
		JOIN area_rules r ON r.team_id = w.team_id AND r.kind = 'person' AND lower(r.label) = lower(s.speaker)
		WHERE w.source_type = 'meeting'
		UNION
		SELECT r.area_id, w.source_id FROM written w
		JOIN area_rules r ON r.team_id = w.team_id AND r.kind = 'keyword' AND w.words @@ r.query
		UNION
		SELECT r.area_id, w.source_id FROM written w
		JOIN area_rules r ON r.team_id = w.team_id AND r.kind = 'channel' AND r.value = w.channel
		WHERE NOT EXISTS (SELECT FROM area_rules o WHERE o.area_id = r.area_id AND o.kind <> 'channel')
	), allowed AS (
		SELECT f.area_id, f.source_id FROM fitting f JOIN written w ON w.source_id = f.source_id
		WHERE w.channel IS NULL
			OR NOT EXISTS (SELECT FROM area_rules r WHERE r.area_id = f.area_id AND r.kind = 'channel')
			OR EXISTS (SELECT FROM area_rules r WHERE r.area_id = f.area_id AND r.kind = 'channel' AND r.value = w.channel)
		UNION
		SELECT i.area_id, w.source_id FROM written w
		JOIN area_items i ON i.source_id = w.message_id AND i.state <> 'removed'
	), joining AS (
		SELECT a.id AS area_id, w.* FROM allowed j
		JOIN areas a ON a.id = j.area_id AND a.deleted_at IS NULL
		JOIN written w ON w.source_id = j.source_id
	), gone AS (
		DELETE FROM area_items i WHERE i.source_id = ANY (sources) AND i.state = 'rule'
			AND NOT EXISTS (SELECT FROM joining j WHERE j.area_id = i.area_id AND j.source_id = i.source_id)
	), kept AS (
		UPDATE area_items i SET visible_to = w.visible_to FROM written w
		WHERE i.source_id = w.source_id AND i.state <> 'rule' AND i.visible_to IS DISTINCT FROM w.visible_to
	)
	INSERT INTO area_items (area_id, team_id, source_type, source_id, state, visible_to, written_at)
	SELECT j.area_id, j.team_id, j.source_type, j.source_id, 'rule', j.visible_to, j.written_at FROM joining j
	ORDER BY j.area_id, j.source_id
	ON CONFLICT (area_id, source_id) DO UPDATE SET visible_to = excluded.visible_to
		WHERE area_items.state = 'rule' AND area_items.visible_to IS DISTINCT FROM excluded.visible_to;

	SELECT array_agg(t.id) INTO followers FROM passages p JOIN tasks t ON t.team_id = p.team_id AND t.message_id = p.source_id
	WHERE p.source_id = ANY (sources) AND p.source_type = 'message' AND t.deleted_at IS NULL;
	IF followers IS NOT NULL THEN
		PERFORM join_areas(followers);
	END IF;
END $body$;--> statement-breakpoint
CREATE FUNCTION join_areas_when_indexed() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
	-- A restore brings the items itself.
	IF current_setting('zippy.restoring', true) = 'on' THEN
		RETURN NULL;
	END IF;
	-- Waits while rules change, so that nothing is between the rows that the change looks through and the new rules.
	PERFORM pg_advisory_xact_lock_shared(hashtextextended('areas ' || w.team_id, 0))
	FROM (SELECT DISTINCT team_id FROM written) w;
	IF NOT EXISTS (SELECT FROM written w JOIN areas a ON a.team_id = w.team_id) THEN
		RETURN NULL;
	END IF;
	PERFORM join_areas(ARRAY(SELECT source_id FROM written WHERE source_type <> 'fact'));
	RETURN NULL;
END $body$;--> statement-breakpoint
CREATE TRIGGER passages_to_areas AFTER INSERT ON passages
	REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION join_areas_when_indexed();--> statement-breakpoint
CREATE OR REPLACE FUNCTION forget_passages() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
	DELETE FROM passages WHERE source_id IN (SELECT id FROM removed);
	DELETE FROM area_items WHERE source_id IN (SELECT id FROM removed);
	RETURN NULL;
END $body$;--> statement-breakpoint
CREATE FUNCTION index_fact() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
	DELETE FROM passages WHERE source_id = NEW.id;
	INSERT INTO passages (team_id, source_type, source_id, written_at, words)
	SELECT NEW.team_id, 'fact', NEW.id, NEW.created_at, passage_words(NEW.team_id, concat_ws(' ', a.name, NEW.text))
	FROM areas a WHERE a.id = NEW.area_id AND a.deleted_at IS NULL;
	RETURN NULL;
END $body$;--> statement-breakpoint
CREATE TRIGGER area_facts_to_passages AFTER INSERT OR UPDATE OF text ON area_facts
	FOR EACH ROW EXECUTE FUNCTION index_fact();--> statement-breakpoint
CREATE TRIGGER removed_area_facts_to_passages AFTER DELETE ON area_facts
	REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION forget_passages();--> statement-breakpoint
-- A deleted area takes its facts out of the index; the name counts as words of each.
CREATE FUNCTION index_facts_of_area() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
	UPDATE area_facts SET text = text WHERE area_id = NEW.id;
	RETURN NULL;
END $body$;--> statement-breakpoint
CREATE TRIGGER changed_areas_to_passages AFTER UPDATE OF name, deleted_at ON areas
	FOR EACH ROW WHEN ((OLD.name, OLD.deleted_at) IS DISTINCT FROM (NEW.name, NEW.deleted_at))
	EXECUTE FUNCTION index_facts_of_area();
--> statement-breakpoint
CREATE TABLE "pending_pushes" (
	"team_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"notification_id" uuid NOT NULL,
	CONSTRAINT "pending_pushes_subscription_id_notification_id_pk" PRIMARY KEY("subscription_id","notification_id")
);
--> statement-breakpoint
CREATE TABLE "push_keys" (
	"id" integer PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"contact" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"user_agent" text,
	"details" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"problem" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
ALTER TABLE "pending_pushes" ADD CONSTRAINT "pending_pushes_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_pushes" ADD CONSTRAINT "pending_pushes_subscription_id_push_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."push_subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_pushes" ADD CONSTRAINT "pending_pushes_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pending_pushes_by_notification" ON "pending_pushes" USING btree ("notification_id");--> statement-breakpoint
CREATE INDEX "pending_pushes_of_team" ON "pending_pushes" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_by_user" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_by_session" ON "push_subscriptions" USING btree ("session_id");
--> statement-breakpoint
CREATE TABLE "task_comments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"team_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"author_id" uuid,
	"body" text NOT NULL,
	"mentions" uuid[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp with time zone,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "comment_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "task_comments" ADD CONSTRAINT "task_comments_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_comments" ADD CONSTRAINT "task_comments_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_comments" ADD CONSTRAINT "task_comments_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "task_comments_by_task" ON "task_comments" USING btree ("task_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "task_comments_of_task" ON "task_comments" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "task_comments_of_team" ON "task_comments" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "task_comments_of_author" ON "task_comments" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "task_comments_deleted" ON "task_comments" USING btree ("deleted_at") WHERE deleted_at is not null;
--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "area_id" uuid;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_area_id_areas_id_fk" FOREIGN KEY ("area_id") REFERENCES "public"."areas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_messages_by_area" ON "chat_messages" USING btree ("area_id");
--> statement-breakpoint
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
--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "recurrence" jsonb;
--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"team_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_read_at" timestamp with time zone,
	CONSTRAINT "calendar_feeds_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_of_member" FOREIGN KEY ("team_id","user_id") REFERENCES "public"."team_members"("team_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feeds_by_member" ON "calendar_feeds" USING btree ("team_id","user_id");--> statement-breakpoint
CREATE INDEX "calendar_feeds_of_user" ON "calendar_feeds" USING btree ("user_id");
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "shortcut_keys" jsonb;
