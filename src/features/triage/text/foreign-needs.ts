import { foreignSupplies } from "./foreign-supplies";
import type { Language } from "./language";

/** How one language tells that something fails, runs out, is still missing or mustn't be forgotten; flags `iu`. */
export interface ForeignNeeds {
  /** What fails, with its article, and where; the second group is the thing itself. */
  trouble: RegExp;
  /** What has run out, and where. */
  runsOut: RegExp;
  /** What mustn't be forgotten. */
  remember: RegExp;
  /** What lacks a signature. */
  sign: RegExp;
  /** Something of the reader's is still missing. */
  lacks: RegExp;
  /** Things that others need too. */
  shared: RegExp;
  /** Nobody can do something, or it is dangerous. */
  alarming: RegExp;
  /** A case that needn't be so, or is over. */
  supposed: RegExp;
  /** Somebody sees to it, or it works again. */
  seenTo: RegExp;
  patient: RegExp;
  /** The writer is away: that is said, not asked. */
  away: RegExp;
}

const start = "(?:^|[,.:!;–-]\\s+)";
const end = "(?![\\p{L}\\p{N}])";
const words = (list: string) => new RegExp(`(?<!\\p{L})(?:${list})${end}`, "iu");
/** A word, or an abbreviation with periods inside: "Pi.M.U.S.". */
const named = "\\p{L}+(?:\\.\\p{L}+)*";
const sentence = (source: string) => new RegExp(`${start}${source}`, "iu");
const where = (prepositions: string) => `(?: (?:${prepositions}) ?[\\p{L}\\p{N}’'-]+(?: [\\p{L}\\p{N}]+)?)?`;

/** "La porta non va chiusa" and "La luz no va incluida" say what must not be done, or isn't part of something. */
const notItalian =
  "(?! (?:mai |più |assolutamente )?(?!(?:subito|tanto|molto|tutto|presto|affatto|quest[oa])\\b)\\p{L}{2,}[st][oaie]\\b)";
const notSpanish = "(?! (?:nunca |más )?\\p{L}{2,}(?:[ai]d|t|s|ch)[oa]s?\\b)";

/**
 * What fails in German. A short noun allows only the words named before it: "Direktor" ends like "Tor", "Projektleitung" like
 * "Leitung".
 */
const germanThings =
  "(?:\\p{L}*(?:drucker|kopierer|scanner|heizung|server|website|webseite|aufzug|fahrstuhl|toiletten?|spüle|becken|wasserhahn|dusche|tür|schloss|fenster|schrank|backofen|maschine|rechner|computer|laptop|bildschirm|monitor|tastatur|telefone?|internet|wlan|vpn|terminal|kartenleser|system|datenbank|passwort|beamer|projektor|klimaanlage|pumpe|transporter|stapler|boiler|steckdose|formular|kamera|gerät)|(?:start|login|internet|anmelde|bestell|buchungs|status|kontakt|produkt)?seite|(?:web|online|kunden)?(?:shop|portal|app)|(?:garagen|hof|roll|einfahrts|werks|schiebe|hallen)?tor|(?:daten|firmen)?netzwerk|(?:telefon|alarm|heizungs|lüftungs|sprech|schließ)anlage|(?:wasser|strom|gas|telefon|internet|abwasser)?leitung|(?:wasser|abfluss|heizungs|ab)?rohr|(?:decken|treppen|rück|flur|hof|außen)?licht|(?:decken|schreibtisch|steh|außen|hof)?lampen?|(?:laden)?kassen?|(?:firmen|dienst)?(?:auto|wagen|handy)|(?:heiz)?kessel|(?:ski|personen|lasten)?lift|(?:gäste)?klo|hahn|ofen|herd|dach|login|strom|(?:download|zoom)?link)";

export const foreignNeeds: Partial<Record<Language, ForeignNeeds>> = {
  de: {
    trouble: sentence(
      `(?:(?:der|die|das|unsere?|meine?|eine?) )?((${germanThings})${where("in|im|am|auf dem|auf der|an der|vor dem|vor der|vom")}) (?:(?:ist|sind) (?:\\p{L}+ ){0,2}?(?:kaputt|defekt|ausgefallen|verstopft|undicht|down|offline|abgestürzt|tot|blockiert|eingefroren|nicht erreichbar|(?<=(?:strom|internet|wlan|netzwerk|vpn|licht|seite|website|shop|portal|link)(?: [^.!?;,]+)? )weg)|(?:funktioniert|funktionieren|geht|gehen|startet|druckt|lädt|öffnet|schließt|reagiert|läuft|heizt|kühlt)(?: \\p{L}+){0,2}? nicht(?: mehr)?|tropft|leckt|klemmt|streikt|spinnt|stürzt (?:\\p{L}+ ){0,2}ab)${end}`,
    ),
    runsOut: sentence(
      `(?:(?:es gibt|wir haben|ich habe|es ist) )?keine?n? (${foreignSupplies.de}) mehr(?: (?!bis|vor|seit)((?:im|in|am|auf|an|für) (?:der |dem |den |das |die )?[\\p{L}\\p{N}]+))?(?: da)?\\s*[.!]*$`,
    ),
    remember: sentence(
      "(?:bitte )?(?:(?:vergiss|vergesst|vergessen sie)(?: bitte)? (?!nicht,)((?:den|die|das|unseren?|deinen?|ihren?) (?:[^.!?;,]|(?<=\\d)[.,](?= ?[\\p{L}\\p{N}])){3,60}?) nicht|(?:denk|denkt|denken sie)(?: bitte)? an ((?:den|die|das|unseren?|deinen?|ihren?|morgen) ?(?:[^.!?;,]|(?<=\\d)[.,](?= ?[\\p{L}\\p{N}])){3,60}))",
    ),
    sign: words("unterschrift (?:auf|unter|für|zu) (?:dem|den|der|das|die) (\\p{L}{4,})"),
    lacks: words(
      "(?:wir|ich) (?:brauchen?|benötigen?|vermissen?|warten? auf)(?: immer)? noch (?:auf )?(?:deine?n?|ihre?n?|eure?n?)|(?:uns|mir|es) fehl(?:t|en)(?: immer)? noch (?:deine?|ihre?|eure?)",
    ),
    shared:
      /(?<!test|staging|demo)(?:server|website|webseite|shop|kassen?|terminal|netzwerk|internet|vpn|datenbank|portal|telefone?|strom|system)$/iu,
    alarming: sentence(
      "(?:niemand kann|keiner kann|(?:unsere |die )?kunden können [^.?!]{0,30}nicht|stromausfall|es riecht nach (?:gas|rauch|verbrann)|es brennt)",
    ),
    supposed: words("wenn|falls|sobald|ob|war|waren|wäre|würde"),
    seenTo: words(
      "techniker(?:in)?|klempner|elektriker|handwerker|repariert|behoben|erledigt|gelöst|wieder (?:da|online|erreichbar)|(?:geht|funktioniert|läuft)(?: jetzt| nun)? wieder|bestellt|gerufen|kümmere|kümmert|keine sorge",
    ),
    patient: words(
      "keine eile|nicht (?:so )?(?:dringend|eilig)|eilt nicht|hat zeit|kann warten|wenn du (?:mal )?zeit hast",
    ),
    away: words(
      "(?:ich bin|wir sind|bin) (?:[^.?!]{0,30} )?(?:im urlaub|in den ferien|verreist|abwesend|nicht (?:im büro|da))",
    ),
  },
  fr: {
    trouble: sentence(
      `(?:(?:l['’]|(?:la|le|les|notre|nos|mon|ma|mes|une?) )((?:imprimante|photocopieuse|copieur|scanner|chauffage|chaudière|serveur|site|page|ascenseur|toilettes?|lavabo|évier|robinet|douche|porte|portail|serrure|fenêtre|lampe|lumière|frigo|réfrigérateur|congélateur|four|lave-vaisselle|lave-linge|machine|ordinateur|écran|clavier|téléphones?|internet|wi-?fi|réseau|vpn|caisses?|terminal|lecteur|système|boutique|application|appli|mot de passe|badge|projecteur|climatisation|clim|pompe|tuyau|toit|voiture|camionnette|alarme|chauffe-eau|prise|lien|formulaire|caméra|appareil|connexion|courant|électricité)(?: (?:web|internet|à café|de paiement))?${where("de la|du|de l['’]|des|dans la|dans le|au|à la|en")})) (?:(?:est|sont) (?:\\p{L}+ ){0,2}?(?:en panne|cassée?s?|bouchée?s?|bloquée?s?|hors service|tombée?s?|hs|inaccessibles?|plantée?s?|coupée?s?)|ne (?:s['’])?(?:marche|fonctionne|démarre|répond|ouvre|ferme|charge|imprime|chauffe|va)(?:nt)? (?:plus|pas)|fuit|plante|a planté)${end}`,
    ),
    runsOut: sentence(
      `(?:il n['’]y a|y a|on n['’]a|nous n['’]avons|je n['’]ai) plus (?:du tout )?(?:de |d['’])(${foreignSupplies.fr})(?: ((?:dans|à|au|pour|en) (?:la |le |l['’]|les )?[\\p{L}\\p{N}-]+))?\\s*[.!]*$`,
    ),
    remember: sentence(
      "(?:s['’]il (?:te|vous) pla[iî]t,? )?(?:n['’]oublie(?:z)? pas|pense(?:z)? (?:à|au)) (?!de |que )((?:le|la|les|l['’]|ton|ta|tes|votre|vos|notre)\\s?(?:[^.!?;,]|(?<=\\d)[.,](?= ?[\\p{L}\\p{N}])){3,60})",
    ),
    sign: words(`signature (?:sur|au bas de|pour) ((?:le|la|les|l['’]) ?${named}(?: de \\p{L}+)?)`),
    lacks: words(
      "il (?:nous|me) manque (?:encore|toujours) (?:ta|ton|tes|votre|vos)|(?:nous attendons|j['’]attends|on attend) (?:encore|toujours) (?:ta|ton|tes|votre|vos)",
    ),
    shared:
      /^(?:serveur|site|caisses?|terminal|réseau|internet|vpn|portail|téléphones?|courant|électricité|système|boutique)/iu,
    alarming: sentence(
      "(?:personne ne (?:peut|arrive)|(?:les |nos )?clients ne (?:peuvent|arrivent)|ça sent le (?:gaz|brûlé)|il y a (?:le feu|une fuite (?:de gaz|d['’]eau))|panne de courant)",
    ),
    supposed: words("si|lorsque|quand|dès que|était|étaient|serait"),
    seenTo: words(
      "technicien(?:ne)?|plombier|électricien|réparée?s?|résolue?|remarche|refonctionne|de nouveau|j['’]ai (?:appelé|commandé)|m['’]en occupe|s['’]en occupe|c['’]est réglé",
    ),
    patient: words(
      "pas urgent|pas d['’]urgence|rien d['’]urgent|pas pressé|rien ne presse|peut attendre|quand tu (?:peux|auras le temps)|quand vous (?:pouvez|aurez le temps)",
    ),
    away: words(
      "(?:je suis|je serai|nous sommes|nous serons) (?:[^.?!]{0,30} )?(?:en vacances|en congés?|absente?s?)",
    ),
  },
  es: {
    trouble: sentence(
      `(?:(?:el|la|los|las|nuestr[oa]|mi|un|una) )((impresora|fotocopiadora|escáner|calefacción|caldera|servidor|sitio|web|página|ascensor|baño|váter|lavabo|fregadero|grifo|ducha|puerta|cerradura|ventana|lámpara|luz|luces|nevera|frigorífico|congelador|horno|lavavajillas|lavadora|máquina|ordenador|portátil|pantalla|teclado|teléfonos?|internet|wi-?fi|red|vpn|caja|terminal|datáfono|lector|sistema|tienda|portal|aplicación|app|contraseña|proyector|aire acondicionado|bomba|tubería|tejado|coche|furgoneta|alarma|calentador|enchufe|enlace|formulario|cámara|conexión)(?: (?:web|de café|de pago))?${where("de la|del|de|en la|en el|en")}) (?:(?:está|están|se ha|se han) (?:\\p{L}+ ){0,2}?(?:rot[oa]s?|averiad[oa]s?|estropead[oa]s?|caíd[oa]s?|atascad[oa]s?|bloquead[oa]s?|parad[oa]s?|ido)|(?:se )?no (?:se )?(?:funciona|va${notSpanish}|arranca|responde|abre|cierra|carga|imprime|calienta|enciende)n?|gotea|pierde agua)${end}`,
    ),
    runsOut: sentence(
      `(?:ya )?(?:no (?:queda|quedan|hay)(?: más)?|se (?:ha|han) acabado|se acab(?:ó|aron)|nos hemos quedado sin) (?:el |la |los |las )?(${foreignSupplies.es})(?: ((?:en|para) (?:la |el |las |los )?[\\p{L}\\p{N}-]+))?\\s*[.!]*$`,
    ),
    remember: sentence(
      "(?:por favor,? )?(?:no (?:te olvides|se olvide|os olvidéis|olvides|olvide) (?:de )?|recuerd[ae] )((?:la|el|las|los|tu|su|nuestr[oa]) (?:[^.!?;,]|(?<=\\d)[.,](?= ?[\\p{L}\\p{N}])){3,60})",
    ),
    sign: words(`firma (?:en|para|de) ((?:el|la|los|las) ${named}(?: de \\p{L}+)?)`),
    lacks: words(
      "(?:nos|me) (?:falta|faltan) (?:todavía|aún) (?:tus?|sus?|vuestr[oa]s?)|(?:todavía|aún) (?:nos|me) (?:falta|faltan) (?:tus?|sus?|vuestr[oa]s?)",
    ),
    shared:
      /^(?:servidor|sitio|web|caja|terminal|datáfono|red|internet|vpn|portal|teléfonos?|luz|sistema|tienda|página)/iu,
    alarming: sentence(
      "(?:nadie puede|(?:los |nuestros )?clientes no pueden|huele a (?:gas|quemado|humo)|no hay luz|hay un (?:incendio|escape))",
    ),
    supposed: words("si|cuando|estaba|estaban|sería"),
    seenTo: words(
      "técnic[oa]|fontanero|electricista|arreglad[oa]|reparad[oa]|resuelto|vuelve a funcionar|ya funciona|he (?:llamado|pedido)|me encargo|se encarga",
    ),
    patient: words(
      "no es urgente|no hay (?:ninguna )?(?:prisa|urgencia)|no corre prisa|sin prisas?|puede esperar|cuando (?:puedas|tengas tiempo|pueda)",
    ),
    away: words("(?:estoy|estaré|estamos|estaremos) (?:[^.?!]{0,30} )?(?:de vacaciones|fuera|ausente)"),
  },
  it: {
    trouble: sentence(
      `(?:(?:l['’]|(?:il|lo|la|i|gli|le|nostr[oa]|mi[oa]|un|una) )((stampante|fotocopiatrice|scanner|riscaldamento|caldaia|server|sito|pagina|ascensore|bagno|lavandino|rubinetto|doccia|porta|cancello|serratura|finestra|lampada|luce|luci|frigo|frigorifero|congelatore|forno|lavastoviglie|lavatrice|macchina|computer|portatile|schermo|tastiera|telefon[oi]|internet|wi-?fi|rete|vpn|cassa|casse|terminale|pos|lettore|sistema|negozio|portale|applicazione|app|password|proiettore|condizionatore|aria condizionata|pompa|tubo|tetto|auto|furgone|allarme|scaldabagno|presa|link|modulo|telecamera|connessione|corrente)(?: (?:web|del caffè))?${where("della|del|dell['’]|nella|nel|in|al")})) (?:(?:è|sono|si è) (?:\\p{L}+ ){0,2}?(?:rott[oaie]|guast[oaie]|giù|bloccat[oaie]|intasat[oaie]|offline|fuori servizio|cadut[oa]|ferm[oaie]|saltat[oa]|andat[oa] via)|non (?:si )?(?:funziona|va${notItalian}|parte|risponde|apre|chiude|carica|stampa|scalda|accende)(?:no)?|perde|gocciola)${end}`,
    ),
    runsOut: sentence(
      `(?:(?:non c['’]è|non ci sono|non abbiamo) più|è finit[oa]|sono finit[ie]|abbiamo finito) (?:il |la |lo |l['’]|i |le |gli )?(${foreignSupplies.it})(?: ((?:nella|nel|in|per) (?:la |il |l['’])?[\\p{L}\\p{N}-]+))?\\s*[.!]*$`,
    ),
    remember: sentence(
      "(?:per favore,? )?(?:non (?:dimenticare|dimenticarti|dimenticate|dimentichi)|ricorda(?:ti|te)?) (?:del(?:la|l['’]|lo)? |di )?((?:l['’]|(?:il|lo|la|i|gli|le|tu[oa]|su[oa]|nostr[oa]) )(?:[^.!?;,]|(?<=\\d)[.,](?= ?[\\p{L}\\p{N}])){3,60})",
    ),
    sign: words(`firma ((?:sul|sulla|sull['’]) ?${named}(?: di \\p{L}+)?)`),
    lacks: words(
      "(?:ci|mi) manca(?:no)? ancora (?:(?:il|la|i|le) )?(?:tu[oaie]i?|su[oaie]i?|vostr[oaie])|aspett(?:o|iamo) ancora (?:(?:il|la|i|le) )?(?:tu[oaie]i?|su[oaie]i?|vostr[oaie])",
    ),
    shared:
      /^(?:server|sito|cass[ae]|terminale|pos|rete|internet|vpn|portale|telefoni|corrente|sistema|negozio|luce)/iu,
    alarming: sentence(
      "(?:nessuno (?:può|riesce)|(?:i |i nostri )?clienti non (?:possono|riescono)|c['’]è (?:odore di (?:gas|bruciato)|un incendio|una fuga)|manca la corrente)",
    ),
    supposed: words("se|quando|appena|era|erano|sarebbe"),
    seenTo: words(
      "tecnico|idraulico|elettricista|riparat[oa]|risolto|funziona di nuovo|ora funziona|ho (?:chiamato|ordinato)|me ne occupo|se ne occupa",
    ),
    patient: words(
      "non è urgente|niente di urgente|non c['’]è fretta|senza fretta|può aspettare|con calma|quando (?:puoi|hai tempo|può)",
    ),
    away: words("(?:sono|sarò|siamo|saremo) (?:[^.?!]{0,30} )?(?:in ferie|in vacanza|assente|fuori ufficio)"),
  },
  pt: {
    trouble: sentence(
      `(?:(?:o|a|os|as|noss[oa]|o meu|a minha|um|uma) )((impressora|fotocopiadora|scanner|aquecimento|caldeira|servidor|site|página|elevador|casa de banho|sanita|lavatório|torneira|chuveiro|porta|portão|fechadura|janela|lâmpada|luz|luzes|frigorífico|geladeira|congelador|forno|máquina|computador|portátil|ecrã|teclado|telefones?|internet|wi-?fi|rede|vpn|caixa|terminal|leitor|sistema|loja|portal|aplicação|app|palavra-passe|senha|projetor|ar condicionado|bomba|cano|telhado|carro|carrinha|alarme|esquentador|tomada|link|formulário|câmara|ligação)(?: (?:web|de café|de pagamento))?${where("da|do|de|na|no|em")}) (?:(?:está|estão|ficou|foi) (?:\\p{L}+ ){0,2}?(?:avariad[oa]s?|estragad[oa]s?|partid[oa]s?|quebrad[oa]s?|em baixo|fora do ar|entupid[oa]s?|bloquead[oa]s?|abaixo)|não (?:funciona|liga|abre|fecha|arranca|responde|carrega|imprime|aquece)m?|caiu|avariou|pinga)${end}`,
    ),
    runsOut: sentence(
      `(?:já não (?:há|temos)|não há mais|acab(?:ou|aram)|(?:ficámos|estamos) sem) (?:o |a |os |as )?(${foreignSupplies.pt})(?: ((?:na|no|em|para) (?:a |o )?[\\p{L}\\p{N}-]+))?\\s*[.!]*$`,
    ),
    remember: sentence(
      "(?:por favor,? )?(?:não (?:te esqueças|se esqueça|esqueças|esqueça) (?:d)?|lembra-te d|lembre-se d)((?:a|o|as|os) (?:tua |teu |sua |seu )?(?:[^.!?;,]|(?<=\\d)[.,](?= ?[\\p{L}\\p{N}])){3,60})",
    ),
    sign: words(`assinatura ((?:no|na) ${named}(?: de \\p{L}+)?)`),
    lacks: words(
      "(?:ainda|continua a) falta(?:m)?(?:-nos|-me)? (?:(?:a|o|as|os) )?(?:tuas?|teus?|suas?|seus?|vossas?|vossos?)|falta(?:-nos|-me)? ainda (?:(?:a|o) )?(?:tua|teu|sua|seu|vossa|vosso)",
    ),
    shared: /^(?:servidor|site|caixa|terminal|rede|internet|vpn|portal|telefones|luz|sistema|loja)/iu,
    alarming: sentence(
      "(?:ninguém (?:pode|consegue)|(?:os |os nossos )?clientes não (?:podem|conseguem)|cheira a (?:gás|queimado|fumo)|há (?:um incêndio|uma fuga)|não há luz)",
    ),
    supposed: words("(?<!-)se|quando|assim que|estava|estavam|seria"),
    seenTo: words(
      "técnic[oa]|canalizador|encanador|eletricista|reparad[oa]|arranjad[oa]|resolvid[oa]|já funciona|voltou a|chamei|encomendei|trato disso|trata disso",
    ),
    patient: words(
      "não é urgente|sem pressa|não (?:há|tem) pressa|pode esperar|quando (?:puderes|tiveres tempo|puder)",
    ),
    away: words("(?:estou|estarei|estamos|estaremos|vou estar) (?:[^.?!]{0,30} )?(?:de férias|fora|ausente)"),
  },
};
