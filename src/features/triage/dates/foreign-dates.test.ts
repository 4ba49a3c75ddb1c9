import { describe, expect, test } from "vitest";
import { analyze } from "../engine";
import type { Language } from "../text/language";
import { findDates, referenceFor } from "./due-dates";
import { findForeignDates } from "./foreign-dates";

/** A Wednesday. */
const sentAt = new Date("2026-11-18T10:00:00Z");

/** The first limit, else the first day of a sentence; with the time if it states one. */
function dayIn(language: Language, text: string): string | null {
  const dates = findDates(text, { ...referenceFor(sentAt, "UTC"), language });
  const date = dates.find(({ limit }) => limit) ?? dates[0];
  if (!date) return null;
  const { hour, minute } = date.time ?? { hour: 0, minute: 0 };
  const instant = new Date(((date.day * 24 + hour) * 60 + minute) * 60_000).toISOString();
  return instant.slice(0, date.time ? 16 : 10);
}

describe("a day named in another language", () =>
  test.each<[Language, string, string]>([
    ["de", "Bitte schicken Sie mir den Vertrag bis Freitag.", "2026-11-20"],
    ["de", "Können wir das bis zum 5.12. klären?", "2026-12-05"],
    ["de", "Bitte bis übermorgen erledigen.", "2026-11-20"],
    ["de", "Bis Ende der Woche brauche ich die Zahlen.", "2026-11-20"],
    ["de", "Nächste Woche sprechen wir darüber.", "2026-11-23"],
    ["de", "Treffen morgen um 15 Uhr?", "2026-11-19T15:00"],
    ["de", "Rückmeldung bitte bis 3. Dezember 2026.", "2026-12-03"],
    ["de", "Spätestens am Monatsende.", "2026-11-30"],
    ["de", "Bis Feierabend bitte.", "2026-11-18"],
    ["fr", "Pouvez-vous m'envoyer le rapport avant vendredi ?", "2026-11-20"],
    ["fr", "Réunion après-demain à 14h.", "2026-11-20"],
    ["fr", "La semaine prochaine, s'il vous plaît.", "2026-11-23"],
    ["fr", "Merci de répondre d'ici le 5 décembre.", "2026-12-05"],
    ["fr", "Rappelle-moi demain à 15h.", "2026-11-19T15:00"],
    ["fr", "La facture est due fin du mois.", "2026-11-30"],
    ["es", "¿Puedes revisar el contrato antes del viernes?", "2026-11-20"],
    ["es", "Nos vemos pasado mañana.", "2026-11-20"],
    ["es", "Necesito el informe para la próxima semana.", "2026-11-23"],
    ["es", "La reunión es mañana a las 15:00.", "2026-11-19T15:00"],
    ["es", "Envíalo hasta el 5 de diciembre.", "2026-12-05"],
    ["it", "Puoi mandarmi il preventivo entro venerdì?", "2026-11-20"],
    ["it", "Ci vediamo dopodomani.", "2026-11-20"],
    ["it", "La riunione è domani alle 15.", "2026-11-19T15:00"],
    ["it", "Entro fine mese, per favore.", "2026-11-30"],
    ["pt", "Você pode enviar o relatório até sexta-feira?", "2026-11-20"],
    ["pt", "Falamos depois de amanhã.", "2026-11-20"],
    ["pt", "Preciso disso até o fim do mês.", "2026-11-30"],
    ["pt", "A reunião é amanhã.", "2026-11-19"],
    ["pt", "Semana que vem eu mando.", "2026-11-23"],
    ["nl", "Kun je het verslag voor vrijdag sturen?", "2026-11-20"],
    ["nl", "We spreken elkaar overmorgen.", "2026-11-20"],
    ["nl", "Graag voor eind van de week.", "2026-11-20"],
    ["nl", "Uiterlijk 5 december ontvangen.", "2026-12-05"],
    ["sv", "Kan du skicka rapporten senast på fredag?", "2026-11-20"],
    ["sv", "Vi ses nästa vecka.", "2026-11-23"],
    ["sv", "Svara senast den 5 december.", "2026-12-05"],
    ["ru", "Пришлите, пожалуйста, отчёт до пятницы.", "2026-11-20"],
    ["ru", "Созвонимся завтра в 15:00.", "2026-11-19T15:00"],
    ["ru", "Сделайте до конца недели.", "2026-11-20"],
    ["ru", "Ответьте до 5.12.2026.", "2026-12-05"],
    ["uk", "Надішліть, будь ласка, звіт до 5 грудня.", "2026-12-05"],
    ["uk", "Поговоримо післязавтра.", "2026-11-20"],
    ["ja", "金曜日までに報告書を送ってください。", "2026-11-20"],
    ["ja", "明日15時に会議があります。", "2026-11-19T15:00"],
    ["ja", "来週お願いします。", "2026-11-23"],
    ["zh", "请在周五之前把报告发给我。", "2026-11-20"],
    ["zh", "后天开会。", "2026-11-20"],
    ["zh", "请于12月5日前回复。", "2026-12-05"],
    ["zh", "下周二下午三点见", "2026-11-24T15:00"],
  ])("%s: %s", (language, text, expected) => {
    expect(dayIn(language, text)).toBe(expected);
  }));

describe("finds no day in", () =>
  test.each<[Language, string]>([
    ["de", "Guten Morgen zusammen!"],
    ["de", "Letzten Freitag war ich krank."],
    ["de", "Er kostet 12,50 Euro und Kapitel 3.2 fehlt."],
    ["de", "Version 2.10 ist da."],
    ["de", "Schönes Wochenende!"],
    ["de", "Seit Montag geht es nicht."],
    ["fr", "Le mois dernier, nous avons payé."],
    ["fr", "Il est parti vendredi dernier."],
    ["fr", "Bon week-end à tous"],
    ["es", "Trabajo por la mañana."],
    ["es", "El viernes pasado no vino."],
    ["es", "Buenos días a todos"],
    ["it", "Venerdì scorso ero malato."],
    ["it", "Non lo farò mai."],
    ["pt", "Na sexta-feira passada falhou."],
    ["nl", "Vorige vrijdag was ik ziek."],
    ["sv", "Förra fredagen var jag sjuk."],
    ["ru", "В прошлую пятницу всё сломалось."],
    ["ru", "Завтрак был вкусный."],
    ["uk", "Минулої п'ятниці все зламалося."],
    ["ja", "先週の金曜日は休みでした。"],
    ["zh", "上周五系统坏了。"],
  ])("%s: %s", (language, text) => {
    expect(dayIn(language, text)).toBeNull();
  }));

test("distinguishes a limit from a day that is only mentioned", () => {
  const limits = (language: Language, text: string) =>
    findForeignDates(text, language, referenceFor(sentAt, "UTC"))!.map(({ limit }) => limit);
  expect(limits("de", "Am Montag reden wir, bis Freitag brauche ich es.")).toEqual([false, true]);
  expect(limits("ja", "金曜日までにお願いします")).toEqual([true]);
  expect(limits("ja", "金曜日に会いましょう")).toEqual([false]);
});

test("guesses no date in languages it can't read", () => {
  expect(findForeignDates("Proszę do piątku", "pl", referenceFor(sentAt, "UTC"))).toBeNull();
  expect(findDates("by Friday", { ...referenceFor(sentAt, "UTC"), language: "pl" })).toEqual([]);
});

const mail = (content: string) =>
  analyze({
    content,
    subject: null,
    from: { name: "Kim Lo", address: "kim@example.org" },
    to: ["reader@example.org"],
    cc: [],
    sentAt,
    channel: "gmail",
    bulk: false,
    fromOwner: false,
  });

describe("a plain request in another language becomes a task with its day, at low confidence", () =>
  test.each([
    [
      "Hallo Frau Meier,\n\nbitte schicken Sie mir den Vertrag bis Freitag.\n\nViele Grüße\nJens",
      "2026-11-20",
    ],
    ["Bonjour,\n\nPouvez-vous m'envoyer le rapport avant vendredi ?\n\nMerci d'avance", "2026-11-20"],
    ["Hola Ana,\n\n¿Puedes revisar el contrato antes del viernes?\n\nGracias", "2026-11-20"],
    ["Ciao Marco,\npuoi mandarmi il preventivo entro il 5 dicembre?\nGrazie", "2026-12-05"],
    ["Olá, você pode enviar o relatório até sexta-feira? Obrigado", "2026-11-20"],
    ["Hallo Jan,\n\nkun je het verslag uiterlijk vrijdag sturen?\n\nGroet", "2026-11-20"],
    ["Hej! Kan du skicka rapporten senast på fredag? Tack", "2026-11-20"],
    ["Добрый день!\nПришлите, пожалуйста, отчёт до пятницы.\nСпасибо", "2026-11-20"],
    ["Добрий день! Надішліть, будь ласка, звіт до 5 грудня.", "2026-12-05"],
    ["お疲れ様です。金曜日までに報告書を送ってください。", "2026-11-20"],
    ["你好,请在周五之前把报告发给我。谢谢", "2026-11-20"],
  ])("%s", (content, day) => {
    const { hasTask, dueDate, confidence, evidence } = mail(content);
    expect(hasTask).toBe(true);
    expect(dueDate?.slice(0, 10)).toBe(day);
    expect(confidence).toBeLessThan(0.5);
    const { start, end, quote } = evidence.dueDate![0]!;
    expect(content.slice(start, end)).toBe(quote);
  }));

test.each([
  "Hallo zusammen,\n\ndie Sitzung gestern war sehr gut. Danke für die vielen Ideen.\n\nViele Grüße",
  "Bonjour à tous,\n\nNous avons bien reçu la livraison vendredi dernier. Merci pour votre travail.",
  "Hola a todos, el informe ya está en la carpeta. Saludos",
])("no task is guessed from %s", (content) => {
  const { hasTask, confidence } = mail(content);
  expect(hasTask).toBe(false);
  expect(confidence).toBeLessThan(0.5);
});
