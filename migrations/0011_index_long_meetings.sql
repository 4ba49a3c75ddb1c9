-- What stands in the index for a long text of a team: the words of all of it, not only of its beginning. That is one
-- row, unless its words are so many that they don't fit into a tsvector, which holds at most 1 MB.
CREATE FUNCTION long_passage_words(team uuid, content text) RETURNS SETOF tsvector LANGUAGE plpgsql IMMUTABLE AS $body$
DECLARE
	step CONSTANT integer := 200000;
	plain CONSTANT text := translate(content, E'\n\r\t', '   ');
	total CONSTANT integer := length(plain);
	begun integer := 1;
	piece text;
	rest integer;
	words tsvector;
	collected tsvector := passage_words(team, '');
BEGIN
	WHILE begun <= total LOOP
		piece := substr(plain, begun, step);
		-- A word is not cut in two, unless it is none.
		rest := CASE WHEN begun + step > total THEN 0 ELSE strpos(reverse(right(piece, 1000)), ' ') - 1 END;
		IF rest > 0 THEN
			piece := left(piece, -rest);
		END IF;
		words := search_words(piece);
		IF pg_column_size(collected) + pg_column_size(words) > 1000000 THEN
			RETURN NEXT collected;
			collected := passage_words(team, '');
		END IF;
		collected := collected || words;
		begun := begun + length(piece);
	END LOOP;
	RETURN NEXT collected;
END $body$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION index_meeting() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
	DELETE FROM passages WHERE source_id = NEW.id;
	IF NEW.deleted_at IS NULL THEN
		INSERT INTO passages (team_id, source_type, source_id, position, written_at, words)
		SELECT NEW.team_id, 'meeting', NEW.id, n - 1, NEW.created_at, words
		FROM long_passage_words(NEW.team_id, concat_ws(' ', NEW.title, NEW.summary, NEW.transcript))
			WITH ORDINALITY part(words, n);
	END IF;
	RETURN NULL;
END $body$;--> statement-breakpoint
-- Those that were indexed before, up to their first 200,000 characters.
DELETE FROM passages p USING meetings m WHERE p.source_id = m.id AND length(m.transcript) > 190000;--> statement-breakpoint
INSERT INTO passages (team_id, source_type, source_id, position, written_at, words)
SELECT m.team_id, 'meeting', m.id, n - 1, m.created_at, words
FROM meetings m, long_passage_words(m.team_id, concat_ws(' ', m.title, m.summary, m.transcript))
	WITH ORDINALITY part(words, n)
WHERE m.deleted_at IS NULL AND length(m.transcript) > 190000;
