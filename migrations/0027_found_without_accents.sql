-- In the order in which new rows reach the index, so that a process that still runs and this one don't wait for each other.
LOCK TABLE messages, tasks, meetings, area_facts, passages, area_rules IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
-- A database with the locale C takes every sign outside ASCII for a letter, so a word in typographic quotes was found
-- only with them.
CREATE FUNCTION search_without_signs(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$
	SELECT regexp_replace($1, '[\u0080-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u060c\u061b\u061f\u06d4\u0964\u0965\u2000-\u206f\u20a0-\u20cf\u2190-\u245f\u2500-\u2775\u2794-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d-\u303f\u30fb\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\uffe0-\uffff\U0001F000-\U0001FAFF]+', ' ', 'g');
$body$;--> statement-breakpoint
-- A text in small letters without accents ("Brûlé" is "brule"), and with what people type instead of letters like ß.
-- `plainWord` in src/features/search/words.ts does the same.
CREATE FUNCTION search_plain(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$
	SELECT CASE WHEN $1 !~ '[\u00c0-\u052f\u1e00-\u1fff]' THEN search_fold($1)
		ELSE replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(normalize(regexp_replace(normalize(search_fold($1), NFD), '[\u0300-\u036f]+', '', 'g'), NFC), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ŧ', 't'), 'ı', 'i'), 'ς', 'σ') END;
$body$;--> statement-breakpoint
-- Short words that are too common to say what a text is about. `isTooCommon` in src/features/search/words.ts has the same
-- ones: those that the index leaves out, and more.
CREATE FUNCTION search_common(text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$
	SELECT length($1) < 7 AND (to_tsvector('pg_catalog.english', $1) = '' OR $1 = ANY ('{also,corp,could,d,done,gmbh,hmm,inc,like,ll,llc,ltd,m,may,might,mine,mm,must,oh,ok,okay,onto,re,shall,uh,um,us,ve,well,whose,would,yeah,yep}'));
$body$;--> statement-breakpoint
-- Words with accents that would be too common without them, such as "thé": they stay as they are.
CREATE FUNCTION search_kept(text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$
	SELECT CASE WHEN $1 !~ '[\u00c0-\u052f\u1e00-\u1fff]' THEN '' ELSE array_to_tsvector(ARRAY(
		SELECT word FROM (SELECT DISTINCT normalize(word, NFC) FROM regexp_split_to_table(search_fold($1), '[\s,;*%$|~\\^`]+') word
			WHERE octet_length(word) > length(word) AND length(word) < 9) short(word)
		WHERE search_common(search_plain(word)))) END;
$body$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_words(text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$
	SELECT strip(to_tsvector('pg_catalog.english', search_plain(plain))) || search_kept(plain)
	FROM translate(left($1, 200000), '@._-/:+#&=?!<>()[]{}''’"', repeat(' ', 24)) bare,
		LATERAL (SELECT CASE WHEN octet_length(bare) = length(bare) THEN bare ELSE search_without_signs(bare) END) text(plain);
$body$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_word(text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$
	SELECT CASE WHEN octet_length($1) = length($1) THEN plainto_tsquery('pg_catalog.english', lower($1)) ELSE (
		SELECT coalesce(string_agg(concat('(', query, ')'), ' & ') FILTER (WHERE numnode(query) > 0), '')::tsquery
		FROM regexp_split_to_table(search_without_signs($1), '\s+') word,
			LATERAL (SELECT plainto_tsquery('pg_catalog.english',
				CASE WHEN octet_length(word) > length(word) AND search_common(search_plain(word)) THEN normalize(search_fold(word), NFC) ELSE search_plain(word) END)) one(query)) END;
$body$;--> statement-breakpoint
-- Keywords of areas as they are looked for now.
UPDATE area_rules SET value = value WHERE kind = 'keyword' AND octet_length(value) > length(value);--> statement-breakpoint
DROP INDEX "passages_by_words";--> statement-breakpoint
-- Only texts with a letter or sign outside ASCII change.
CREATE TEMPORARY TABLE changed_passages ON COMMIT DROP AS
	SELECT source_type, source_id FROM passages WHERE octet_length(words::text) > length(words::text) GROUP BY 1, 2;--> statement-breakpoint
ANALYZE changed_passages;--> statement-breakpoint
UPDATE passages p SET words = passage_words(m.team_id, message_words(m.subject, m.content, m.sender, m.sender_address, m.recipients, m.attachments))
FROM messages m JOIN changed_passages c ON c.source_type = 'message' AND c.source_id = m.id WHERE p.source_id = m.id;--> statement-breakpoint
UPDATE passages p SET words = passage_words(t.team_id, concat_ws(' ', t.title, t.description))
FROM tasks t JOIN changed_passages c ON c.source_type = 'task' AND c.source_id = t.id WHERE p.source_id = t.id;--> statement-breakpoint
UPDATE passages p SET words = passage_words(f.team_id, concat_ws(' ', a.name, f.text))
FROM area_facts f JOIN areas a ON a.id = f.area_id JOIN changed_passages c ON c.source_type = 'fact' AND c.source_id = f.id
WHERE p.source_id = f.id;--> statement-breakpoint
-- A long transcript has several passages, and may have fewer now.
DELETE FROM passages p USING changed_passages c WHERE c.source_type = 'meeting' AND p.source_id = c.source_id;--> statement-breakpoint
INSERT INTO passages (team_id, source_type, source_id, position, written_at, words)
SELECT m.team_id, 'meeting', m.id, n - 1, m.created_at, words
FROM meetings m JOIN changed_passages c ON c.source_type = 'meeting' AND c.source_id = m.id,
	LATERAL long_passage_words(m.team_id, concat_ws(' ', m.title, m.summary, m.transcript)) WITH ORDINALITY part(words, n);--> statement-breakpoint
CREATE INDEX "passages_by_words" ON "passages" USING gin ("words");--> statement-breakpoint
-- What fits a keyword only now joins its area.
SELECT join_areas(array_agg(DISTINCT p.source_id)) FROM area_rules r
CROSS JOIN LATERAL (
	-- By the index: this runs once for each keyword, however many texts a team has.
	SELECT source_type, source_id FROM passages WHERE team_id = r.team_id AND words @@ team_query(r.team_id, r.query) OFFSET 0
) p
LEFT JOIN changed_passages c ON c.source_type = p.source_type AND c.source_id = p.source_id
WHERE r.kind = 'keyword' AND numnode(r.query) > 0 AND p.source_type <> 'fact' AND (octet_length(r.value) > length(r.value) OR c.source_id IS NOT NULL)
HAVING count(*) > 0;
