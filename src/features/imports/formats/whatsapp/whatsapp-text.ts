import type { MailAttachment } from "../../../mail/mail-text";
import { withoutMarks } from "./whatsapp-line";

/** The words and files of a message, or why it is left out. */
export type WhatsAppText =
  | { content: string; attachments: MailAttachment[] }
  | { leftOut: "system" | "deleted" };

const fileName = '[^/\\\\:*?"<>|\\n]{1,200}\\.[a-z0-9]{2,5}';
/** iPhone, any language: `<attached: 00000042-PHOTO-2020-06-07.jpg>`. */
const bracketed = new RegExp(`<[^<>:\\n]{2,40}: (${fileName})>`, "i");
/** Android: `IMG-20240315-WA0001.jpg (file attached)`. */
const inParentheses = new RegExp(`^(${fileName}) \\(([^()\\n]{4,40})\\)$`, "i");
const attachedWords =
  /^(?:file attached|datei angehängt|archivo adjunto|fichier joint|file allegato|arquivo anexado|bestand bijgevoegd|bijgevoegd bestand|plik załączony|dosya ekli|файл добавлен)$/i;
const namedByWhatsApp = /^(?:IMG|VID|PTT|AUD|DOC|STK)-\d{8}-WA\d+\./i;
/** Marks a file that is not part of the export. */
const omitted =
  /^(?:<(?:media omitted|medien ausgeschlossen|multimedia omitido|médias omis|media omessi|mídia oculta|arquivo de mídia oculto|media weggelaten|без медиафайлов|bez multimediów)>|(image|video|audio|sticker|document|gif|contact card|video note) omitted|(bild|video|audio|sticker|dokument|gif) weggelassen|(imagen|video|audio|sticker|documento|gif) omitid[oa]|(image|vidéo|audio|sticker|document|gif) (?:absente?|omise?))$/i;
const deleted =
  /^<?(?:(?:this|a) message was deleted(?: by admin .{1,100})?|you deleted this message(?: as admin)?|null message|diese nachricht wurde gelöscht|du hast diese nachricht gelöscht|se eliminó este mensaje|eliminaste este mensaje|este mensaje fue eliminado|ce message a été supprimé|vous avez supprimé ce message|questo messaggio è stato eliminato|hai eliminato questo messaggio|mensagem apagada|esta mensagem foi apagada|você apagou esta mensagem|dit bericht is verwijderd|je hebt dit bericht verwijderd|данное сообщение удалено|вы удалили данное сообщение|bu mesaj silindi|ta wiadomość została usunięta)\.?>?$/i;
const edited =
  /<(?:this message was edited|diese nachricht wurde bearbeitet|se editó este mensaje\.?|ce message a été modifié|questo messaggio è stato modificato|mensagem editada|dit bericht is bewerkt)>$/i;
/** No notice is longer (characters), and the pattern takes long for more. */
const longestNotice = 1000;
/** Notices WhatsApp writes in the name of a group or contact, after a direction mark. */
const notice =
  /^(?:messages (?:and calls are|to this (?:chat|group) are(?: now)?) (?:now )?(?:secured with )?end-to-end.*|nachrichten und anrufe sind ende-zu-ende.*|los mensajes y las llamadas están cifrados.*|les messages et (?:les )?appels sont chiffrés.*|i messaggi e le chiamate sono crittografati.*|as mensagens e (?:as )?(?:chamadas|ligações) são protegidas.*|berichten en gesprekken worden end-to-end.*|(?:you|.{1,100}) (?:created (?:this )?group|added (?:you|.{1,100})|removed .{1,100}|left|joined using|changed (?:the|this|their|to) .{1,200}|turned (?:on|off) disappearing|pinned a message|is a contact|blocked this contact|unblocked this contact|updated the message timer).*|missed (?:voice|video|group).*call.*|your security code with .* changed.*|this (?:business|chat) (?:is|with) .*)$/i;

/**
 * Parses the text after a sender's name.
 *
 * @param text - with its direction marks, which distinguish WhatsApp's own words from people's.
 * @param sizeOf - size in bytes of a file next to the chat.
 */
export function readWhatsAppText(text: string, sizeOf: (name: string) => number | undefined): WhatsAppText {
  const marked = /^[\u200e\u200f]/.test(text);
  const plain = withoutMarks(text).replace(edited, "").trim();
  if (deleted.test(plain)) return { leftOut: "deleted" };
  if (marked && plain.length <= longestNotice && notice.test(plain)) return { leftOut: "system" };
  const location = omitted.exec(plain);
  if (location) {
    const kind = location.slice(1).find(Boolean)?.toLowerCase() ?? "media";
    return { content: "", attachments: [attachment(`${kind} (not in the export)`, undefined)] };
  }
  const [first = "", ...caption] = plain.split("\n");
  const inFirst = inParentheses.exec(first);
  const [, name = "", words = ""] = inFirst ?? [];
  if (
    inFirst &&
    (marked || attachedWords.test(words) || namedByWhatsApp.test(name) || sizeOf(name) !== undefined)
  )
    return { content: caption.join("\n").trim(), attachments: [attachment(name, sizeOf(name))] };
  const inside = bracketed.exec(plain)?.[1];
  if (!inside) return { content: plain, attachments: [] };
  const around = plain.replace(bracketed, "").trim();
  // documents repeat their name and page count before the attachment
  const repeated = /^.{1,200}\.[a-z0-9]{2,5} • .{1,30}$/i.test(around);
  return { content: repeated ? "" : around, attachments: [attachment(inside, sizeOf(inside))] };
}

const types: Record<string, string> = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  gif: "image/gif",
  mp4: "video/mp4",
  mov: "video/quicktime",
  opus: "audio/ogg",
  ogg: "audio/ogg",
  m4a: "audio/mp4",
  aac: "audio/aac",
  mp3: "audio/mpeg",
  pdf: "application/pdf",
  vcf: "text/vcard",
  txt: "text/plain",
};

function attachment(name: string, size: number | undefined): MailAttachment {
  const type = types[name.split(".").at(-1)?.toLowerCase() ?? ""] ?? "application/octet-stream";
  return { name, type, size: size ?? 0 };
}
