CREATE FUNCTION index_meeting() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
	DELETE FROM passages WHERE source_id = NEW.id;
	IF NEW.deleted_at IS NULL THEN
		INSERT INTO passages (team_id, source_type, source_id, written_at, words)
		VALUES (NEW.team_id, 'meeting', NEW.id, NEW.created_at,
			passage_words(NEW.team_id, concat_ws(' ', NEW.title, NEW.summary, NEW.transcript)));
	END IF;
	RETURN NULL;
END $body$;--> statement-breakpoint
CREATE TRIGGER meetings_to_passages AFTER INSERT ON meetings
	FOR EACH ROW EXECUTE FUNCTION index_meeting();--> statement-breakpoint
CREATE TRIGGER changed_meetings_to_passages AFTER UPDATE OF title, summary, transcript, deleted_at ON meetings
	FOR EACH ROW WHEN (
		(OLD.title, OLD.summary, OLD.transcript, OLD.deleted_at)
			IS DISTINCT FROM (NEW.title, NEW.summary, NEW.transcript, NEW.deleted_at)
	) EXECUTE FUNCTION index_meeting();--> statement-breakpoint
CREATE TRIGGER removed_meetings_to_passages AFTER DELETE ON meetings
	REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION forget_passages();--> statement-breakpoint
INSERT INTO passages (team_id, source_type, source_id, written_at, words)
	SELECT team_id, 'meeting', id, created_at, passage_words(team_id, concat_ws(' ', title, summary, transcript))
	FROM meetings WHERE deleted_at IS NULL;
