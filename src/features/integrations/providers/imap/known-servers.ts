import type { ConnectSuggestion } from "../../contract";

/** The port with TLS from the first byte (implicit TLS). Source: RFC 8314 */
export const tlsPort = 993;

interface KnownServer {
  domains: readonly string[];
  /** Null: the provider accepts no passwords over IMAP. */
  host: string | null;
  /** What people have to do there first, if a password alone isn't enough. */
  note?: string;
}

const appPassword = (name: string): string =>
  `${name} needs an app password, which you create in your account's security settings.`;
const allowImap = (name: string): string =>
  `${name} lets programs in once you allow IMAP in your mailbox's settings.`;

/**
 * The IMAP servers of large mail providers, all on port 993 with TLS from the start. Each entry names where
 * its host is published; hosts and domains were compared with Thunderbird's database of providers
 * (github.com/thunderbird/autoconfig, ispdb/).
 */
const knownServers: readonly KnownServer[] = [
  // support.google.com/mail/answer/7126229
  { domains: ["gmail.com", "googlemail.com"], host: "imap.gmail.com", note: appPassword("Gmail") },
  // support.microsoft.com: "POP, IMAP, and SMTP settings for Outlook.com": modern authentication only
  {
    domains: [
      ...["outlook.com", "hotmail.com", "live.com", "msn.com", "outlook.de", "outlook.fr", "outlook.es"],
      ...["outlook.it", "hotmail.co.uk", "hotmail.de", "hotmail.fr", "hotmail.es", "hotmail.it"],
      ...["live.co.uk", "live.de", "live.fr", "live.nl"],
    ],
    host: null,
    note: "Microsoft accepts no passwords over IMAP. Connect this mailbox under Outlook instead.",
  },
  // help.yahoo.com/kb/SLN4075.html
  {
    domains: [
      ...["yahoo.com", "ymail.com", "rocketmail.com", "myyahoo.com", "yahoo.de", "yahoo.fr", "yahoo.it"],
      ...["yahoo.es", "yahoo.co.uk", "yahoo.co.in", "yahoo.com.br", "yahoo.com.mx", "yahoo.com.au"],
    ],
    host: "imap.mail.yahoo.com",
    note: appPassword("Yahoo"),
  },
  // support.apple.com/HT202304
  {
    domains: ["icloud.com", "me.com", "mac.com"],
    host: "imap.mail.me.com",
    note: "iCloud needs an app-specific password, which you create at account.apple.com. If it rejects your address, use only the part before the @ as user name.",
  },
  // help.aol.com: "How do I use other email applications to send and receive my AOL Mail?"
  {
    domains: ["aol.com", "aim.com", "aol.de", "aol.fr", "aol.co.uk"],
    host: "imap.aol.com",
    note: appPassword("AOL"),
  },
  // hilfe.gmx.net/pop-imap/imap/imap-serverdaten.html
  {
    domains: ["gmx.net", "gmx.de", "gmx.at", "gmx.ch", "gmx.eu", "gmx.org", "gmx.info", "gmx.biz"],
    host: "imap.gmx.net",
    note: allowImap("GMX"),
  },
  // support.gmx.com/pop-imap/imap/server.html
  {
    domains: ["gmx.com", "gmx.us", "gmx.co.uk", "gmx.fr", "gmx.es"],
    host: "imap.gmx.com",
    note: allowImap("GMX"),
  },
  // hilfe.web.de/pop-imap/imap/imap-serverdaten.html
  { domains: ["web.de"], host: "imap.web.de", note: allowImap("WEB.DE") },
  // telekom.de/hilfe/apps-dienste/e-mail/einstellungen/posteingang-postausgang-server
  {
    domains: ["t-online.de", "magenta.de"],
    host: "secureimap.t-online.de",
    note: "Telekom needs the email password, which you set in the email center, not the one of your login.",
  },
  // kundenservice.freenet.de/faq/e-mail-client-mail/einstellungen-serverdaten-fuer-alle-e-mail-programme/
  { domains: ["freenet.de"], host: "mx.freenet.de", note: allowImap("freenet") },
  // fastmail.help: "Server names and ports"
  {
    domains: ["fastmail.com", "fastmail.fm", "messagingengine.com"],
    host: "imap.fastmail.com",
    note: appPassword("Fastmail"),
  },
  // zoho.com/mail/help/imap-access.html
  { domains: ["zoho.com", "zohomail.com"], host: "imap.zoho.com", note: allowImap("Zoho") },
  // posteo.de/hilfe/wie-richte-ich-posteo-in-einem-mailprogramm-ein-pop3-imap-und-smtp
  { domains: ["posteo.de", "posteo.net", "posteo.eu", "posteo.at", "posteo.ch"], host: "posteo.de" },
  // kb.mailbox.org/de/privat/e-mail/e-mail-konfiguration/
  { domains: ["mailbox.org"], host: "imap.mailbox.org" },
  // assistance.orange.fr: "accéder à sa boîte mail Orange depuis un logiciel de messagerie"
  { domains: ["orange.fr", "wanadoo.fr"], host: "imap.orange.fr" },
  // assistance.free.fr/articles/configurer-de-maniere-avancee-mon-logiciel-de-messagerie-609
  {
    domains: ["free.fr"],
    host: "imap.free.fr",
    note: "If Free rejects your address, use only the part before the @ as user name.",
  },
  // aiuto.libero.it: "Parametri di configurazione per il client di posta"
  {
    domains: ["libero.it", "iol.it", "inwind.it", "blu.it", "giallo.it"],
    host: "imapmail.libero.it",
  },
  // xfinity.com/support/articles/third-party-email-access
  {
    domains: ["comcast.net"],
    host: "imap.comcast.net",
    note: "Xfinity lets programs in once you allow third-party access under Security in your mailbox.",
  },
  // att.com/support/article/email-support/KM1010523/
  {
    domains: ["att.net", "sbcglobal.net", "bellsouth.net", "ameritech.net", "pacbell.net"],
    host: "imap.mail.att.net",
    note: "AT&T needs a secure mail key, which you create in your profile.",
  },
  // yandex.com/support/mail/mail-clients/others.html
  {
    domains: ["yandex.com", "yandex.ru", "ya.ru", "yandex.by", "yandex.kz"],
    host: "imap.yandex.com",
    note: appPassword("Yandex"),
  },
  // help.mail.ru/mail-help/mailer/mt
  {
    domains: ["mail.ru", "inbox.ru", "list.ru", "bk.ru"],
    host: "imap.mail.ru",
    note: appPassword("Mail.ru"),
  },
  // help.naver.com/service/30029/contents/21342
  { domains: ["naver.com"], host: "imap.naver.com", note: allowImap("Naver") },
  // service.mail.qq.com: IMAP/SMTP
  {
    domains: ["qq.com", "foxmail.com"],
    host: "imap.qq.com",
    note: "QQ Mail needs an authorization code, which you create in your mailbox's settings.",
  },
];

/** What the connect form fills in once the end of the address names one of these providers. */
export const serverSuggestions: ConnectSuggestion[] = knownServers.map(({ domains, host, note }) => ({
  endings: domains.map((domain) => `@${domain}`),
  values: host === null ? {} : { host, port: String(tlsPort) },
  note: note ?? null,
}));
