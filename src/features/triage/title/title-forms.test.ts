import { describe, expect, test } from "vitest";
import { standsAlone } from "./stands-alone";
import { titles } from "./test-titles";

describe("a question becomes what its reader should say, or is kept whole", () => {
  test.each([
    ["Are you in town next weekend?", "Tell Nils whether you are in town next weekend"],
    ["Do you have the signed lease?", "Tell Nils whether you have the signed lease"],
    ["When is the move?", "Answer Nils: when is the move?"],
    ["Should I bring the old scales?", "Tell Nils whether to bring the old scales"],
    ["How can I sort an array of names?", "Explain how to sort an array of names"],
    ["Is there an easy way to sort an array of names?", "Explain how to sort an array of names"],
    ["How do I change my router's password?", "Explain how to change the router's password"],
    ["Where can I find the price list?", "Say where to find the price list"],
    ["Any thoughts on the new layout?", "Give Nils thoughts on the new layout"],
    ["Who is coming to the fair?", "Answer Nils: who is coming to the fair?"],
    ["Anyone know why the printer jams?", "Explain why the printer jams"],
    ["Hi all, does the ferry run on Sundays?", "Tell Nils whether the ferry runs on Sundays"],
    ["Can the old barge also carry a van?", "Tell Nils whether the old barge can also carry a van"],
    ["Shouldn't paper bags be cheaper?", "Tell Nils whether paper bags should be cheaper"],
    ["Has the second key been found?", "Tell Nils whether the second key has been found"],
    ["Is the trip still on Friday?", "Tell Nils whether the trip is still on Friday"],
    ["Are the notes from Monday ready?", "Answer Nils: are the notes from Monday ready?"],
    ["How come the ferry only runs on Sundays?", "Explain why the ferry only runs on Sundays"],
    ["I am new here... is there a map of the harbour?", "Tell Nils whether there is a map of the harbour"],
    ["The ferry only runs on Sundays, right?", "Confirm that the ferry only runs on Sundays"],
    ["I can't open the cellar door with the new key.", "Help Nils open the cellar door with the new key"],
    ["Please tell me by noon if you are coming to tea.", "Tell Nils whether you are coming to tea by noon"],
    ["Please let me know when the paint arrives.", "Tell Nils when the paint arrives"],
    ["Is it possible to rent the barge in May?", "Tell Nils whether it is possible to rent the barge in May"],
    ["Has anybody seen the second key?", "Tell Nils whether anybody has seen the second key"],
    ["Does that mean the ferry runs at night?", "Tell Nils whether the ferry runs at night"],
    ["so the night ferry will carry our van?", "Confirm that the night ferry will carry our van"],
    ["the night ferry will carry our van?", "Answer Nils: the night ferry will carry our van?"],
    ["Is there, perhaps, a way to limit the number of guests?", "Explain how to limit the number of guests"],
    ["Could you please help me to write a speech?", "Help Nils write a speech"],
    ["I am looking for a mirror of the old archive.", "Help Nils find a mirror of the old archive"],
    ["Mind if we bring a friend or two?", "Answer Nils: mind if we bring a friend or two?"],
    ["You guys around this weekend?", "Tell Nils whether you are around this weekend"],
    ["Any chance you might join us for dinner?", "Tell Nils whether you might join us for dinner"],
    ["Just wondering, though, why the ferry stopped.", "Explain why the ferry stopped"],
    ["I am wondering why the ferry stopped and how is this happening.", "Explain why the ferry stopped"],
    ["I'm wondering about the stain on the ceiling.", "Explain the stain on the ceiling"],
    ["Shall we rent the old barge?", "Tell Nils whether to rent the old barge"],
    ["Any suggestions to mend the old barge?", "Give Nils suggestions to mend the old barge"],
    ["Has anyone got an example of a lease?", "Point Nils to an example of a lease"],
    ["Does anyone know a common cause of a leak?", "Answer Nils: does anyone know a common cause of a leak?"],
    ["How come the ferry is listed here: [<-LINK->] But it is gone?", "Explain why the ferry is listed"],
  ])("%s", (text, expected) => {
    expect(titles(text)).toContain(expected);
  });

  test("an open room's question names nobody", () => {
    expect(titles("Does the ferry run on Sundays?", { open: true })).toContain(
      "Say whether the ferry runs on Sundays",
    );
    expect(titles("Is there a map of the harbour?", { open: true, sender: null })).toContain(
      "Say whether there is a map of the harbour",
    );
  });
});

describe("a room's line that can't stand alone", () => {
  const room = { open: true, topic: "" };
  test.each([
    ["Is it part of the harbour map?", "Reply to Nils about the harbour map"],
    ["will it survive a cold night?", "Reply to Nils about a cold night"],
    ["also, no leaks in the cellar?", "Say whether there are no leaks in the cellar"],
    ["and if i wanted to open the cellar door at night", "Help Nils open the cellar door at night"],
  ])("%s", (text, expected) => {
    expect(titles(text, room)).toContain(expected);
  });

  test.each([
    "is that a question?",
    "my guess is no",
    "could this change the results?",
    "like this?",
    "i want to fix it",
    "is it a known bug?",
    "searching here is a pain",
  ])("names nothing: %s", (text) => {
    expect(titles(text, room)).toEqual([]);
  });

  test.each([
    ["Is it part of the harbour map?", "Answer Nils: is it part of the harbour map?"],
    ["did they mend the ferry engine?", "Answer Nils: did they mend the ferry engine?"],
  ])("its question is kept in its sender's words if it names things: %s", (text, expected) => {
    expect(titles(text, room)).toContain(expected);
    expect(titles(text, { ...room, sender: null })).not.toContain(expected.replace(" Nils", ""));
  });

  test("in a mail, the subject is named instead", () => {
    expect(titles("Is it part of the harbour map?", { topic: "" })).toEqual([]);
  });
});

describe("a title is the action, in the message's own words", () => {
  test.each([
    [
      "Please provide your comments on the draft and I'll make sure they get included.",
      "Provide your comments on the draft",
    ],
    [
      "Could you give me a call on Friday morning about the lease?",
      "Call Nils on Friday morning about the lease",
    ],
    ["I would highly recommend that you follow the recruitment program.", "Follow the recruitment program"],
    [
      "Please send the signed lease to the tenant (the old one is void).",
      "Send the signed lease to the tenant",
    ],
    ["Please book my London flight.", "Book Nils's London flight"],
    ["The invoice is due on March 31.", "Pay invoice due on March 31"],
    ["I'd be glad if anyone could help me move the scales.", "Help Nils move the scales"],
    ["Can someone check out the cellar door?", "Check out the cellar door"],
    ["The cellar door needs to be painted before Monday.", "Paint the cellar door before Monday"],
    ["I have a problem with cold starts.", "Help Nils with cold starts"],
    ["Mind telling me how you mended the pump?", "Tell Nils how you mended the pump"],
    ["Perhaps you could pass the keys to Anna?", "Pass the keys to Anna"],
    ["I assume you are going to send the signed lease.", "Send the signed lease"],
    ["I would appreciate a list of your tenants.", "Send Nils a list of your tenants"],
    ["Anna, the fee should be booked as income.", "Book the fee as income"],
    ["I keep getting the old boiler error", "Help Nils with the old boiler error"],
    ["A conference call has been scheduled to discuss the lease.", "Attend conference call about the lease"],
    ["The hearing will be held on Monday, March 3.", "Attend hearing on Monday, March 3"],
    ["The meeting is scheduled on March 3.", "Attend meeting on March 3"],
    ["A call is planned on the lease.", "Attend call about the lease"],
    ["The interview was scheduled for Monday and I booked the room.", "Attend interview on Monday"],
    ["Would you mind checking the price list?", "Check the price list"],
    ["Hi Anna, please forwarding the signed lease to the tenant.", "Forward the signed lease to the tenant"],
    [
      "Can you put the map of the harbour in the hall when you're in there?",
      "Put the map of the harbour in the hall",
    ],
    ["The problem with the old pump comes when you start the heating.", "Help Nils with the old pump"],
  ])("%s", (text, expected) => {
    expect(titles(text)).toContain(expected);
  });

  test.each([
    ["Pls process.", "Travel expenses of May", "Process: Travel expenses of May"],
    ["Could you look at it before Friday?", "Lease draft", "Look at Lease draft before Friday"],
    ["Please send me your comments.", "Lease draft", "Send Nils your comments on Lease draft"],
    ["Any ideas?", "Lease draft", "Give Nils ideas on Lease draft"],
    ["It would have to be folded by one of us.", "Clean towels", "Deal with Clean towels"],
    ["Would that work for you?", "Move to the new office", "Reply to Nils about Move to the new office"],
    [
      "Could you say more about that?",
      "Printer is broken again",
      "Reply to Nils about “Printer is broken again”",
    ],
    [
      "Do you want the balcony for it?",
      "Lease draft",
      "Tell Nils whether you want the balcony for it (Lease draft)",
    ],
    [
      "Could you point me to some papers for this?",
      "Lease draft",
      "Point Nils to some papers for Lease draft",
    ],
    ["Please track this down.", "Lease draft", "Track down Lease draft"],
    ["Please set up asap.", "Trip to Bern", "Set up: Trip to Bern"],
    ["Let me know what you think.", "Lease draft", "Give Nils thoughts on Lease draft"],
    ["Any advice gratefully received!", "Lease draft", "Give Nils advice on Lease draft"],
    ["Please help.", "Problems with cold starts", "Help Nils with cold starts"],
    [
      "Let me know how you really want to proceed with your review of this draft.",
      "Posting Agreement",
      "Tell Nils how you really want to proceed (Posting Agreement)",
    ],
    [
      "Is there a document on setting this up?",
      "Central heating of the house with oil",
      "Tell Nils whether there is a document on setting this up (Central heating)",
    ],
  ])("if “%s” says little, the subject “%s” names the topic", (text, topic, expected) => {
    expect(titles(text, { topic })).toContain(expected);
  });

  test("a title that is too long ends before a clause or what a preposition adds, never inside", () => {
    const [title = ""] = titles(
      "Please send the revised floor plan of the second building on the east side to the fire department in Hamburg.",
    );
    expect(title).toBe("Send the revised floor plan of the second building on the east side");
    expect(
      titles(
        "Could you ask whether the overwhelmingly-complicated-procedure-of-last-summer-still-applies-to-us-now?",
      ),
    ).toEqual([]);
  });
});

describe("what is done with the subject, if a sentence speaks of it", () => {
  test.each([
    ["I must have your signature before noon.", "Lease of the barn", "Sign Lease of the barn"],
    ["It has to be approved by you, legally.", "Travel request", "Approve Travel request"],
    ["It has been unpaid since March.", "Invoice 1190", "Pay Invoice 1190"],
    ["The board wants it proofread.", "Draft report", "Review Draft report"],
    ["The choir sits together at 14:30.", "Progress meeting 14", "Attend progress meeting 14"],
    ["Dial-in at 14:30.", "Progress meeting cancelled", "Deal with progress meeting cancelled"],
    [
      "It has to be approved by you.",
      "Approval of the March minutes",
      "Deal with Approval of the March minutes",
    ],
    ["Payment is late.", "payment of invoice 1190", "Deal with payment of invoice 1190"],
    ["Please review.", "Review of the contract", "Deal with Review of the contract"],
    ["I must have your signature.", "Sign the lease", "Sign the lease"],
    ["Your signature counts.", "Countersign the lease", "Countersign the lease"],
    ["Your vote counts.", "Vote on the motion", "Vote on the motion"],
    ["It is overdue.", "Pay invoice 1190", "Pay invoice 1190"],
    ["Sign in to track it.", "Order 4711", "Deal with Order 4711"],
    ["Approved.", "Travel request", "Deal with Travel request"],
    ["It was read over.", "Projector in the hall", "Deal with Projector in the hall"],
    ["(please review)", "Lease draft", "Review Lease draft"],
    ["Please test++", "Lease draft", "Review Lease draft"],
  ])("%s (%s)", (text, topic, expected) => {
    expect(titles(text, { topic })).toContain(expected);
  });

  test("no deed is said twice", () => {
    for (const topic of ["Review of the contract", "Review the contract"])
      for (const title of titles("Please review.", { topic }))
        expect(title).not.toMatch(/review\b.*review\b/i);
  });

  test("a subject that tells what is broken is quoted", () => {
    expect(titles("Is there anything I could do?", { topic: "notification of mail broken" })).toEqual([
      "Reply to Nils about “notification of mail broken”",
    ]);
  });

  test("the subject can't say what two words point to", () => {
    expect(titles("Could we call it that in the cellar?", { topic: "Name of the barge" })).toEqual([
      "Reply to Nils about Name of the barge",
    ]);
  });

  test("behind a short title, the subject says what it is about", () => {
    expect(titles("Please call me on Friday.", { topic: "Name of the lease" })).toContain(
      "Call Nils on Friday (Name of the lease)",
    );
    expect(
      titles("Please send the signed lease of the old barn to the tenant in Hamburg.", { topic: "Barn" }),
    ).toEqual(["Send the signed lease of the old barn to the tenant in Hamburg", "Deal with Barn"]);
  });

  test("“this” before two words that name a thing is no riddle", () => {
    expect(titles("Is there a setting to increase this timeout value?")).toContain(
      "Tell Nils whether there is a setting to increase the timeout value",
    );
    expect(titles("Is there a setting to increase this?")).toEqual([]);
  });
});

describe("no title asks for what is only told", () => {
  test.each([
    "Hi Anna, parking at the office is free on Friday.",
    "Hi team, training in Room 4 starts at nine.",
    "Also, updating the list for the ferry took an hour.",
    "The meeting was held on March 3.",
    "The meeting has been held in the cellar.",
    "The interview was scheduled for Monday but got cancelled.",
    "The workshop is scheduled for Monday unless we postpone it.",
    "The meeting was called off on Friday.",
    "The meeting was called to order at nine.",
  ])("%s", (text) => {
    expect(titles(text)).toEqual([]);
  });
});

describe("no title if the sentence doesn't stand alone", () => {
  test.each([
    "Could you look at it?",
    "Please send them back.",
    "We should look around.",
    "Can you do that today?",
    "Is this for you?",
    "What did I do wrong?",
    "Does that make sense?",
    "Any ideas?",
    "Anyone?",
    "my isp?",
    "or like a real plugin?",
    "Doesn't that work?",
    "how do i do that?",
    "what do they mean?",
    "Please do so.",
    "Please see below.",
    "Please find attached the minutes.",
    "Please keep in touch.",
    "Have a great day!",
    "Feel free to call me.",
    "Let me know if you have any questions.",
    "Please see the above.",
    "The extracts should be out by tonight.",
    "its straight up truth",
    "phone list",
    "can anybody help meeeeeee!",
    "please help me where to get it",
    "is it too difficult?",
    "no trashcan here where is it?",
    "sry for caps* Is the door open tonight?",
    "I have a problem.... when i try it, can you help me?",
  ])("%s", (text) => {
    expect(titles(text)).toEqual([]);
  });

  test.each([
    "Hi",
    "question",
    "Re",
    "help!!!",
    "FYI",
    "Your message",
    "12345678",
    "URGENT BUSINESS PROPOSAL",
    "Hello - Monday",
    "Out of office: Anna",
  ])("the subject “%s” is no topic", (topic) => {
    expect(titles("Would that work for you?", { topic })).toEqual([]);
  });
});

describe("every word that points somewhere has its noun in the title", () => {
  test.each([
    "Look at it",
    "Explain how to install them",
    "Answer: does this work with wine?",
    "Tell Anna whether they agree",
    "Fix the problem",
    "Send the following",
    "Reply to her",
    "Use that instead",
    "Compare those",
    "Repeat the same",
    "Explain how to get there",
  ])("not in: %s", (title) => {
    expect(standsAlone(title)).toBe(false);
  });

  test.each([
    "Explain why the printer jams when it is cold",
    "Answer: is it possible to rent the barge?",
    "Confirm that the ferry runs",
    "Name a tool that reads old disks",
    "Send the lease this week",
    "Say whether there is a map",
    "Review one of the drafts",
    "Check whether the tenants paid their rent",
  ])("in: %s", (title) => {
    expect(standsAlone(title)).toBe(true);
  });
});

describe("other languages get titles in their own words", () => {
  test.each([
    [
      "de",
      "Könnten Sie mir bitte die Griffpositionen bis Freitag durchgeben?",
      "Die Griffpositionen bis Freitag durchgeben",
    ],
    [
      "de",
      "Bitte schicken Sie uns die unterschriebene Belehrung zurück.",
      "Die unterschriebene Belehrung zurückschicken",
    ],
    ["de", "Bitte teilen Sie uns mit, ob Sie Farbe wünschen.", "Mitteilen, ob Sie Farbe wünschen"],
    ["de", "Können Sie sich das ansehen?", null],
    ["fr", "Pouvez-vous nous transmettre le bulletin d'analyse ?", "Transmettre le bulletin d'analyse"],
    ["fr", "Merci de me confirmer le nombre de convives.", "Confirmer le nombre de convives"],
    ["fr", "Envoyez-nous le devis signé, s'il vous plaît.", "Envoyer le devis signé"],
    ["fr", "Pouvez-vous le faire ?", null],
    ["es", "¿Puedes enviarme la ficha técnica?", "Enviar la ficha técnica"],
    ["es", "Por favor, confirme la hora de la reunión.", "Confirmar la hora de la reunión"],
    ["it", "Potresti mandarmi il preventivo entro lunedì?", "Mandare il preventivo entro lunedì"],
    ["it", "Puoi farlo tu domani mattina?", null],
    ["pt", "Você pode enviar o plano de aulas?", "Enviar o plano de aulas"],
    ["pt", "Pode fazer isso?", null],
  ] as const)("%s: %s", (language, text, expected) => {
    const found = titles(text, { language }).filter(
      (title) => !/^(?:Nils|Répondre|Responder|Rispondere)/.test(title),
    );
    expect(found).toEqual(expected === null ? [] : [expected]);
  });

  test.each([
    ["de", "Nils antworten: Küchenfronten Falkenried"],
    ["fr", "Répondre à Nils : Küchenfronten Falkenried"],
    ["es", "Responder a Nils: Küchenfronten Falkenried"],
    ["it", "Rispondere a Nils: Küchenfronten Falkenried"],
    ["pt", "Responder a Nils: Küchenfronten Falkenried"],
  ] as const)("%s: without a request of its own, an answer about the subject", (language, expected) => {
    expect(titles("?", { language, topic: "Küchenfronten Falkenried" })).toEqual([expected]);
  });
});
