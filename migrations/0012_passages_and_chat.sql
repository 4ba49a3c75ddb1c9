CREATE TABLE "chat_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"team_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"content" text NOT NULL,
	"answer" jsonb,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passages" (
	"team_id" uuid NOT NULL,
	"source_type" text NOT NULL,
	"source_id" uuid NOT NULL,
	"position" smallint DEFAULT 0 NOT NULL,
	"visible_to" uuid,
	"written_at" timestamp with time zone NOT NULL,
	"words" "tsvector" NOT NULL,
	CONSTRAINT "passages_source_id_position_pk" PRIMARY KEY("source_id","position")
);
--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passages" ADD CONSTRAINT "passages_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_messages_by_person" ON "chat_messages" USING btree ("team_id","user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "chat_messages_by_user" ON "chat_messages" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passages_by_words" ON "passages" USING gin ("words");--> statement-breakpoint
CREATE INDEX "passages_by_team" ON "passages" USING btree ("team_id","written_at");--> statement-breakpoint
-- Lower case of all letters, also in a database whose locale knows only the letters of ASCII.
DO $body$
BEGIN
	EXECUTE 'CREATE FUNCTION search_fold(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS ' || CASE
		WHEN EXISTS (SELECT FROM pg_collation WHERE collname = 'pg_c_utf8')
			THEN quote_literal('SELECT lower($1 COLLATE pg_catalog.pg_c_utf8)')
		WHEN EXISTS (SELECT FROM pg_collation WHERE collname = 'und-x-icu')
			THEN quote_literal('SELECT lower($1 COLLATE pg_catalog."und-x-icu")')
		ELSE quote_literal('SELECT lower($1)') END;
END $body$;--> statement-breakpoint
-- The words of a text as the index knows them. Only its beginning counts, because a tsvector holds at most 1 MB.
CREATE FUNCTION search_words(text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$
	SELECT strip(to_tsvector('pg_catalog.english', translate(search_fold(left($1, 200000)), '@._-/:+#&=?!<>()[]{}''’"', repeat(' ', 24))));
$body$;--> statement-breakpoint
-- One word of a question; empty if it is too common to be in the index.
CREATE FUNCTION search_word(text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$
	SELECT plainto_tsquery('pg_catalog.english', search_fold($1));
$body$;--> statement-breakpoint
-- What stands in the index for a text of a team.
CREATE FUNCTION passage_words(team uuid, content text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$
	SELECT search_words(content) || array_to_tsvector(ARRAY['team:' || team]);
$body$;--> statement-breakpoint
CREATE FUNCTION message_words(subject text, content text, sender text, sender_address text, recipients jsonb, attachments jsonb)
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$
	SELECT concat_ws(' ', subject, sender, sender_address, left(recipients::text, 2000),
		(SELECT string_agg(file->>'name', ' ') FROM jsonb_array_elements(attachments) file), content);
$body$;--> statement-breakpoint
CREATE FUNCTION index_new_messages() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
	INSERT INTO passages (team_id, source_type, source_id, visible_to, written_at, words)
	SELECT m.team_id, 'message', m.id, m.visible_to, m.created_at, passage_words(m.team_id,
		message_words(m.subject, m.content, m.sender, m.sender_address, m.recipients, m.attachments))
	FROM written m WHERE m.deleted_at IS NULL;
	RETURN NULL;
END $body$;--> statement-breakpoint
CREATE FUNCTION index_changed_message() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
	DELETE FROM passages WHERE source_id = OLD.id;
	IF NEW.deleted_at IS NULL THEN
		INSERT INTO passages (team_id, source_type, source_id, visible_to, written_at, words)
		VALUES (NEW.team_id, 'message', NEW.id, NEW.visible_to, NEW.created_at, passage_words(NEW.team_id,
			message_words(NEW.subject, NEW.content, NEW.sender, NEW.sender_address, NEW.recipients, NEW.attachments)));
	END IF;
	RETURN NULL;
END $body$;--> statement-breakpoint
CREATE FUNCTION index_new_tasks() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
	INSERT INTO passages (team_id, source_type, source_id, written_at, words)
	SELECT t.team_id, 'task', t.id, t.created_at, passage_words(t.team_id, concat_ws(' ', t.title, t.description))
	FROM written t WHERE t.deleted_at IS NULL;
	RETURN NULL;
END $body$;--> statement-breakpoint
CREATE FUNCTION index_changed_task() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
	DELETE FROM passages WHERE source_id = OLD.id;
	IF NEW.deleted_at IS NULL THEN
		INSERT INTO passages (team_id, source_type, source_id, written_at, words)
		VALUES (NEW.team_id, 'task', NEW.id, NEW.created_at,
			passage_words(NEW.team_id, concat_ws(' ', NEW.title, NEW.description)));
	END IF;
	RETURN NULL;
END $body$;--> statement-breakpoint
-- For every table of a source: its rows leave the index with them.
CREATE FUNCTION forget_passages() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
	DELETE FROM passages WHERE source_id IN (SELECT id FROM removed);
	RETURN NULL;
END $body$;--> statement-breakpoint
CREATE TRIGGER messages_to_passages AFTER INSERT ON messages
	REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION index_new_messages();--> statement-breakpoint
CREATE TRIGGER changed_messages_to_passages AFTER UPDATE OF subject, content, sender, visible_to, deleted_at ON messages
	FOR EACH ROW WHEN (
		(OLD.subject, OLD.content, OLD.sender, OLD.visible_to, OLD.deleted_at)
			IS DISTINCT FROM (NEW.subject, NEW.content, NEW.sender, NEW.visible_to, NEW.deleted_at)
	) EXECUTE FUNCTION index_changed_message();--> statement-breakpoint
CREATE TRIGGER removed_messages_to_passages AFTER DELETE ON messages
	REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION forget_passages();--> statement-breakpoint
CREATE TRIGGER tasks_to_passages AFTER INSERT ON tasks
	REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION index_new_tasks();--> statement-breakpoint
CREATE TRIGGER changed_tasks_to_passages AFTER UPDATE OF title, description, deleted_at ON tasks
	FOR EACH ROW WHEN (
		(OLD.title, OLD.description, OLD.deleted_at) IS DISTINCT FROM (NEW.title, NEW.description, NEW.deleted_at)
	) EXECUTE FUNCTION index_changed_task();--> statement-breakpoint
CREATE TRIGGER removed_tasks_to_passages AFTER DELETE ON tasks
	REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION forget_passages();--> statement-breakpoint
INSERT INTO passages (team_id, source_type, source_id, visible_to, written_at, words)
	SELECT team_id, 'message', id, visible_to, created_at, passage_words(team_id,
		message_words(subject, content, sender, sender_address, recipients, attachments))
	FROM messages WHERE deleted_at IS NULL;--> statement-breakpoint
INSERT INTO passages (team_id, source_type, source_id, written_at, words)
	SELECT team_id, 'task', id, created_at, passage_words(team_id, concat_ws(' ', title, description))
	FROM tasks WHERE deleted_at IS NULL;
