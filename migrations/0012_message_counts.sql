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
