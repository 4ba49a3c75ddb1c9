/** Possible contents of a table column. */
export const columnRoles = [
  "date",
  "time",
  "text",
  "sender",
  "address",
  "subject",
  "channel",
  "to",
  "cc",
  "thread",
  "id",
  "attachments",
] as const;
export type ColumnRole = (typeof columnRoles)[number];

/** Column index per role. */
export type Columns = Partial<Record<ColumnRole, number>>;

/**
 * Common column names, most reliable first, in lower-case letters only. `time` needs a date column; alone it
 * counts as the date.
 */
const names: Record<ColumnRole, string[]> = {
  date: words(
    "date datetime dateandtime timestamp sentat senton datesent sentdate sent messagedate createdat createdon created receivedat datereceived received postedat posted ts timestamputc dateutc isodate unixtime epoch datum zeitpunkt gesendet fecha fechahora date_heure data dataora дата",
  ),
  time: words("time timeofday uhrzeit zeit hora heure ora время"),
  text: words(
    "text message body content messagetext messagebody messagecontent plaintext bodytext msg comment description note post nachricht nachrichtentext inhalt mensaje texto contenido contenu corps messaggio testo mensagem conteudo bericht tekst сообщение текст",
  ),
  sender: words(
    "sender from sendername fromname senderfullname author authorname username user displayname realname name contact contactname postedby absender von autor remitente de expediteur auteur mittente remetente afzender отправитель",
  ),
  address: words(
    "fromaddress senderaddress fromemail senderemail emailfrom useremail authoremail email emailaddress mail phone phonenumber number senderphone fromnumber",
  ),
  subject: words("subject title topic betreff titel asunto objet sujet oggetto assunto onderwerp тема"),
  channel: words(
    "channel channelname chat chatname room roomname conversation conversationname group groupname chatsession space kanal canal canale gruppe grupo groupe",
  ),
  to: words(
    "to recipient recipients receiver recipientname toaddress toemail toname an empfanger para destinatario destinataire aan",
  ),
  cc: words("cc copy kopie"),
  thread: words("thread threadid threadts conversationid threadkey parentid inreplyto replyto"),
  id: words("messageid msgid id uuid guid messageguid externalid"),
  attachments: words(
    "attachments attachment files file filename media attachmentname anhang anhange adjuntos pieces",
  ),
};

function words(list: string): string[] {
  return list.split(" ").map(plain);
}

function plain(title: string): string {
  return title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}]/gu, "");
}

/** Guesses column roles from the first row of a table. Each column is used once. */
export function guessColumns(header: readonly string[]): Columns {
  const titles = header.map(plain);
  const columns: Columns = {};
  const used = new Set<number>();
  for (const role of columnRoles) {
    const index = names[role].map((name) => titles.indexOf(name)).find((at) => at >= 0 && !used.has(at));
    if (index === undefined) continue;
    columns[role] = index;
    used.add(index);
  }
  if (columns.date === undefined && columns.time !== undefined) {
    columns.date = columns.time;
    delete columns.time;
  }
  // "from" may contain addresses; a table with only addresses has no other sender
  if (columns.sender === undefined && columns.address !== undefined) {
    columns.sender = columns.address;
    delete columns.address;
  }
  return columns;
}

/** True if a table with these columns contains messages. */
export function holdsMessages(columns: Columns): boolean {
  return columns.date !== undefined && columns.text !== undefined;
}

/** Why a table contains no messages, and what to do about it. */
export function missingColumns(header: readonly string[], columns: Columns): string {
  const missing = [
    columns.date === undefined && "the date (name it “date”)",
    columns.text === undefined && "the text (name it “text”)",
  ].filter(Boolean);
  const shown = header.slice(0, 12).map((title) => `“${title.trim().slice(0, 40)}”`);
  const more = header.length > shown.length ? ` and ${header.length - shown.length} more` : "";
  return `Couldn't find a column for ${missing.join(" or ")}. The columns are ${shown.join(", ")}${more}. Rename them in the first row and add the file again.`;
}

/** Describes how a table was understood: "text from “Message”, date from “Sent at”". */
export function columnsSentence(header: readonly string[], columns: Columns): string {
  return columnRoles
    .flatMap((role) => {
      const index = columns[role];
      return index === undefined ? [] : [`${role} from “${(header[index] ?? "").trim().slice(0, 40)}”`];
    })
    .join(", ");
}
