ALTER TABLE "area_facts" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
-- A deleted fact leaves the index and its area at once, and older answers once it is removed for good: until then, undo
-- brings it back there too.
CREATE OR REPLACE FUNCTION index_fact() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
	DELETE FROM passages WHERE source_id = NEW.id;
	IF NEW.deleted_at IS NOT NULL THEN
		DELETE FROM area_items WHERE source_id = NEW.id;
		RETURN NULL;
	END IF;
	INSERT INTO passages (team_id, source_type, source_id, written_at, words)
	SELECT NEW.team_id, 'fact', NEW.id, NEW.created_at, passage_words(NEW.team_id, concat_ws(' ', a.name, NEW.text))
	FROM areas a WHERE a.id = NEW.area_id AND a.deleted_at IS NULL;
	RETURN NULL;
END $body$;--> statement-breakpoint
DROP TRIGGER area_facts_to_passages ON area_facts;--> statement-breakpoint
CREATE TRIGGER area_facts_to_passages AFTER INSERT OR UPDATE OF text, deleted_at ON area_facts
	FOR EACH ROW EXECUTE FUNCTION index_fact();
