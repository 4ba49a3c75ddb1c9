-- What a company's domain is called: "acme" of bo@mail.acme.co.uk. The owner of a domain chooses what comes before it.
CREATE FUNCTION company_of(address text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$
	SELECT left(replace(substring(split_part(lower(address), '@', 2) FROM '([^.]+)(?:\.(?:com?|org|net|ac|gov))?\.[^.]*$'), '-', ''), 100)
$body$;--> statement-breakpoint
CREATE INDEX "messages_by_company" ON "messages" USING btree ("team_id",company_of(coalesce(sender_address, sender)),"sender","created_at","visible_to","status","sender_address","id") WHERE deleted_at is null and octet_length(sender) < 1000 and octet_length(coalesce(sender_address, '')) < 500;
