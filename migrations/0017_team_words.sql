-- In the order in which new rows reach the index, so that a process that still runs and this one don't wait for each other.
LOCK TABLE messages, tasks, meetings, area_facts, passages IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
-- Each word in the index begins with a key of its team, so that looking a word up reads only what this team has, however
-- many teams there are. Two teams may have the same key; the column team_id decides. Every passage also has the key
-- itself, which a query without words finds.
CREATE FUNCTION team_words(team uuid, words tsvector) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$
	-- A lexeme holds at most 2046 bytes.
	SELECT array_to_tsvector(left(team::text, 4) || ARRAY(
		SELECT left(team::text, 4) || word FROM unnest(tsvector_to_array(words)) word WHERE octet_length(word) < 2040));
$body$;--> statement-breakpoint
-- A query of search_word or the like, for the words of one team. A word too long for a query with a key is found nowhere.
CREATE FUNCTION team_query(team uuid, query tsquery) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$
	SELECT CASE WHEN numnode(query) = 0 THEN quote_literal(left(team::text, 4))::tsquery
		ELSE regexp_replace(CASE WHEN octet_length(query::text) < 2000 THEN query::text
			ELSE regexp_replace(query::text, '''(?:(?:[^'']|''''){100}){5}(?:[^'']|'''')*''', '''-''', 'g') END, '''((?:[^'']|'''')+)''', concat('''', left(team::text, 4), '\1'''), 'g')::tsquery END;
$body$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION passage_words(team uuid, content text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$
	SELECT team_words(team, search_words(content));
$body$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION long_passage_words(team uuid, content text) RETURNS SETOF tsvector LANGUAGE plpgsql IMMUTABLE AS $body$
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
		words := passage_words(team, piece);
		IF pg_column_size(collected) + pg_column_size(words) > 1000000 THEN
			RETURN NEXT collected;
			collected := passage_words(team, '');
		END IF;
		collected := collected || words;
		begun := begun + length(piece);
	END LOOP;
	RETURN NEXT collected;
END $body$;--> statement-breakpoint
-- Lets messages, tasks and meetings join the areas whose rules they fit, and leave those whose rules they no longer
-- fit. src/features/areas/matches-repository.ts has the same conditions, starting at the rules instead of the rows.
CREATE OR REPLACE FUNCTION join_areas(sources uuid[]) RETURNS void LANGUAGE plpgsql AS $body$
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
		JOIN area_rules r ON r.team_id = w.team_id AND r.kind = 'keyword' AND numnode(r.query) > 0 AND w.words @@ team_query(w.team_id, r.query)
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
DROP INDEX "passages_by_words";--> statement-breakpoint
UPDATE passages SET words = team_words(team_id, ts_delete(words, 'team:' || team_id));--> statement-breakpoint
CREATE INDEX "passages_by_words" ON "passages" USING gin ("words");
