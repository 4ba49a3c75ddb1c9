import { describe, expect, test } from "vitest";
import type { TriageInput } from "../message";
import { analyzed } from "./test-analysis";

const channel: Partial<TriageInput> = { to: ["#office"], channel: "slack" };

describe("INB-8 what fails, runs out or is missing is a task in other languages too, and its title says the deed", () => {
  test.each([
    ["Der Drucker ist kaputt.", "Drucker reparieren"],
    ["Die Heizung in Zimmer 4 funktioniert nicht.", "Heizung in Zimmer 4 reparieren"],
    ["Kein Papier mehr im Kopierer.", "Papier im Kopierer nachfüllen"],
    ["Wir brauchen noch deine Unterschrift auf dem Mietvertrag.", "Mietvertrag unterschreiben"],
    [
      "Bitte denk an den Termin am 18. Dezember um 10 Uhr.",
      "Termin am 18. Dezember um 10 Uhr nicht vergessen",
    ],
    ["L'imprimante est en panne.", "Réparer l'imprimante"],
    ["Le chauffage de la chambre 4 ne marche pas.", "Réparer le chauffage de la chambre 4"],
    ["Il n'y a plus de papier dans la photocopieuse.", "Réapprovisionner la photocopieuse en papier"],
    ["Il nous manque encore ta signature sur le bail.", "Signer le bail"],
    ["N'oublie pas le rendez-vous du 18 décembre.", "Ne pas oublier le rendez-vous du 18 décembre"],
    ["La impresora no funciona.", "Reparar la impresora"],
    ["Ya no queda café.", "Reponer café"],
    ["Nos falta todavía tu firma en el contrato.", "Firmar el contrato"],
    ["No te olvides de la cita del 18 de diciembre.", "Recordar la cita del 18 de diciembre"],
    ["La stampante non funziona.", "Riparare la stampante"],
    ["Non c'è più carta nella fotocopiatrice.", "Rimettere carta nella fotocopiatrice"],
    ["Ci manca ancora la tua firma sul contratto.", "Firmare il contratto"],
    ["Ci manca ancora la tua firma sul Pi.M.U.S., la copia è in ufficio.", "Firmare il Pi.M.U.S"],
    ["Non dimenticare l'appuntamento del 18 dicembre.", "Ricordare l'appuntamento del 18 dicembre"],
    ["A impressora está avariada.", "Reparar a impressora"],
    ["Já não há papel na fotocopiadora.", "Repor papel na fotocopiadora"],
    ["Ainda falta a tua assinatura no contrato.", "Assinar o contrato"],
    ["Não te esqueças da reunião de 18 de dezembro.", "Lembrar a reunião de 18 de dezembro"],
    ["Kein Toilettenpapier mehr da.", "Toilettenpapier besorgen"],
    ["Die Startseite reagiert nicht.", "Startseite reparieren"],
    ["Der Strom ist weg.", "Strom wiederherstellen"],
    ["Das Garagentor klemmt.", "Garagentor reparieren"],
    ["Se ha acabado el papel higiénico.", "Reponer papel higiénico"],
    ["È finita la carta igienica in bagno.", "Rimettere carta igienica in bagno"],
    ["Bom dia, acabou o papel na fotocopiadora.", "Repor papel na fotocopiadora"],
    ["A impressora avariou-se.", "Reparar a impressora"],
    ["Acabou o café.", "Repor café"],
    ["Acabou o papel", "Repor papel"],
    ["Se acabó el café.", "Reponer café"],
    ["La porta non va più.", "Riparare la porta"],
  ])("%s", (text, taskTitle) => {
    expect(analyzed(text)).toMatchObject({ hasTask: true, taskTitle });
  });

  test.each([
    "Die Spülmaschine läuft nicht mehr, aber der Techniker kommt morgen.",
    "Es geht nicht um den Drucker, sondern um die Rechnung.",
    "Wir haben keine Fragen mehr.",
    "Ich bin nächste Woche im Urlaub.",
    "Si l'imprimante ne marche pas, appelez le support.",
    "Je suis en vacances la semaine prochaine.",
    "La impresora no funciona, pero el técnico viene mañana.",
    "No hay problema, lo hago yo.",
    "La semana que viene estoy de vacaciones.",
    "La lavatrice era rotta, adesso funziona di nuovo.",
    "La settimana prossima sono in ferie.",
    "A reunião não está marcada.",
    "Na próxima semana estou de férias.",
    "No hay prisa.",
    "No hay prisa en la oficina.",
    "Gracias, no hay cambios.",
    "Ya no hay cambios en el contrato.",
    "Por mi parte, no hay inconveniente.",
    "No hay novedades.",
    "No hay nadie en la oficina.",
    "Se ha acabado la reunión.",
    "È finita la riunione.",
    "Non ci sono più obiezioni.",
    "Acabou a reunião.",
    "Já não há alterações.",
    "Es gibt keine Einwände mehr.",
    "Das passt, keine Änderungen mehr.",
    "Il n'y a plus de souci.",
    "Die Projektleitung ist nicht erreichbar.",
    "Der Direktor ist nicht erreichbar.",
    "Die Gegenseite reagiert nicht.",
    "Die Krankenkasse ist nicht erreichbar.",
    "Die Pflicht ist weg.",
    "Mein Handy ist weg.",
  ])("but not: %s", (text) => {
    expect(analyzed(text).hasTask).toBe(false);
  });

  test.each([
    "La porta non va chiusa.",
    "La finestra non va mai aperta.",
    "La luz no va incluida en el precio.",
    "La puerta no va cerrada por la noche.",
  ])("what must not be done, or isn't part of something, is nothing to repair: %s", (text) => {
    expect(analyzed(text).taskTitle ?? "").not.toMatch(/^Repar|^Riparare/);
  });
});

describe("INB-8 an outage is urgent and important in other languages too", () => {
  test.each([
    "Der Server ist ausgefallen, bitte sofort neu starten!",
    "Unser Onlineshop ist down, niemand kann bestellen!",
    "Le serveur est tombé, il faut le redémarrer tout de suite !",
    "Les clients ne peuvent pas payer.",
    "El servidor se ha caído, hay que reiniciarlo ahora mismo.",
    "Los clientes no pueden pagar en la tienda.",
    "Il server è giù, riavvialo subito per favore.",
    "Nessuno riesce ad accedere al portale.",
    "O servidor caiu, é preciso reiniciá-lo já.",
    "Ninguém consegue entrar no portal.",
  ])("%s", (text) => {
    for (const more of [{}, channel])
      expect(analyzed(text, more)).toMatchObject({
        hasTask: true,
        urgency: "urgent",
        importance: "important",
      });
  });

  test.each([
    "Das WLAN funktioniert nicht, keine Eile.",
    "Le site est en panne, rien d'urgent.",
    "O site está em baixo, sem pressa.",
    "La impresora no funciona, no hay prisa.",
  ])("but not if it can wait: %s", (text) => {
    expect(analyzed(text)).toMatchObject({ hasTask: true, urgency: "not_urgent" });
  });
});

describe("INB-2 titles in other languages name who is helped and what is asked", () => {
  test.each([
    ["Tu peux m'envoyer la facture d'octobre ?", "Envoyer la facture d'octobre"],
    ["Pourrais-tu me remplacer samedi ?", "Remplacer Mary samedi"],
    ["Könntest du am Samstag meine Schicht übernehmen?", "Marys Schicht am Samstag übernehmen"],
    ["Podes enviar-me a fatura de outubro?", "Enviar a fatura de outubro"],
    ["Les clients ne peuvent pas payer.", "Trouver pourquoi les clients ne peuvent pas payer"],
    [
      "Los clientes no pueden pagar en la tienda.",
      "Averiguar por qué los clientes no pueden pagar en la tienda",
    ],
    ["Nessuno riesce ad accedere al portale.", "Capire perché nessuno riesce ad accedere al portale"],
    ["Ninguém consegue entrar no portal.", "Descobrir porque ninguém consegue entrar no portal"],
  ])("%s", (text, taskTitle) => {
    expect(analyzed(text)).toMatchObject({ hasTask: true, taskTitle });
  });
});
