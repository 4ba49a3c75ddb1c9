import { expect, test } from "vitest";
import { detectLanguage } from "./language";
import { tokenize } from "./tokens";

const languageOf = (text: string) => detectLanguage(text, tokenize(text, 0, text.length));

test.each([
  ["de", "Danke, bis morgen"],
  ["de", "Könnten Sie mir bitte den Vertrag bis Freitag schicken?"],
  ["de", "Ich bin heute krank."],
  ["de", "Treffen um 10 Uhr"],
  ["fr", "Merci beaucoup !"],
  ["fr", "Pouvez-vous m'envoyer le rapport avant vendredi ?"],
  ["fr", "À demain"],
  ["fr", "Voici la facture du mois dernier."],
  ["es", "Gracias, nos vemos mañana"],
  ["es", "¿Puedes revisar el contrato antes del viernes?"],
  ["es", "El servidor no funciona"],
  ["it", "Ciao, puoi mandarmi il preventivo entro venerdì?"],
  ["it", "La riunione è domani alle 15"],
  ["it", "Grazie mille"],
  ["pt", "Você pode enviar o relatório até sexta-feira?"],
  ["pt", "Obrigado pela ajuda"],
  ["pt", "A reunião foi cancelada"],
  ["nl", "Kun je het verslag voor vrijdag sturen?"],
  ["nl", "Bedankt voor je hulp"],
  ["nl", "De vergadering is verplaatst naar dinsdag"],
  ["sv", "Kan du skicka rapporten senast på fredag?"],
  ["sv", "Tack för hjälpen"],
  ["no", "Kan du sende rapporten innen fredag? Takk"],
  ["pl", "Proszę o przesłanie raportu do piątku"],
  ["pl", "Dziękuję bardzo"],
  ["ru", "Пришлите, пожалуйста, отчёт до пятницы"],
  ["uk", "Надішліть, будь ласка, звіт до п'ятниці"],
  ["ja", "金曜日までに報告書を送ってください"],
  ["zh", "请在周五之前把报告发给我"],
  ["ko", "금요일까지 보고서를 보내 주세요"],
  ["ar", "من فضلك أرسل التقرير قبل يوم الجمعة"],
  ["cs", "Prosím o zaslání zprávy do pátku, děkuji"],
  ["tr", "Lütfen raporu cuma gününe kadar gönderin"],
  ["fi", "Voitko lähettää raportin perjantaihin mennessä? Kiitos"],
  ["en", "Thanks, see you tomorrow"],
  ["en", "ok"],
  ["en", "Meeting at 10"],
  ["en", "Die Hard is on TV"],
  ["en", "Senor Garcia de la Cruz will join us"],
  ["en", "LGTM 👍"],
  ["en", "Ask Jürgen Müller about the Köln office"],
  ["en", "c'est la vie, but please send it"],
  ["el", "Παρακαλώ στείλτε την αναφορά"],
  ["he", "אנא שלח את הדוח"],
  ["en", "Est. 2011, Est. 2012, Est. 2013"],
  ["en", "東京 is where the office of the customer is, so please send it there"],
  ["en", ""],
])("%s: %s", (language, text) => {
  expect(languageOf(text)).toBe(language);
});

test("a quote in another language below English words changes nothing", () => {
  expect(
    languageOf(`I think you should read what they have to say to us: ${"merci beaucoup à vous. ".repeat(3)}`),
  ).toBe("en");
});
