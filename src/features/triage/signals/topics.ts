import { compileLexicon } from "../text/lexicon";

/** What a word or phrase can be a sign of. */
export const topics = [
  "request",
  "softClosing",
  "hurry",
  "noHurry",
  "money",
  "legal",
  "business",
  "safety",
  "blocked",
  "problem",
  "meeting",
  "travel",
  "opportunity",
  "praise",
  "complaint",
  "social",
  "mass",
  "automatic",
  "notice",
  "attached",
  "debate",
] as const;
export type Topic = (typeof topics)[number];

const phrases: Record<Topic, string> = {
  request:
    "please, pls, plz, kindly, can you, could you, would you, will you, can you please, could you please, would you mind, i need you, need you to, we need you, i want you, would like you, you need to, you should, you must, you have to, can we, could we, shall we, let me know, let us know, advise, please advise, send me, give me, get me, call me, get back to, your thoughts, any thoughts, thoughts, your comments, your input, your approval, your feedback, your attendance, is requested, are requested, are required, is required, need your, remind, make sure, ensure, please confirm, rsvp, any chance, what do you, do you want, do you have, do you know, are you, have you, did you, help, can someone, can anyone, could someone, anyone, would appreciate, action required, bitte, por favor, merci de, veuillez, s'il vous plait",
  softClosing:
    "any questions, any question, have questions, further questions, feel free, don't hesitate, not hesitate, any problems, any problem, experience any difficulties, comments welcome, need anything, need further information, further information, any concerns, questions or comments, questions and comments, should there be",
  hurry:
    "urgent, urgently, asap, as soon as, immediately, right away, straight away, today, tonight, tomorrow, this morning, this afternoon, this evening, emergency, critical, eod, cob, end of day, overdue, deadline, reminder, final notice, last chance, quickly, swiftly, promptly, time sensitive, high priority, without delay, hurry, running out of, past due, at once, this minute, this instant, right now, straightaway, within the hour, within an hour, close of business, close of play, can't wait, cannot wait, won't wait, of the essence, time critical, tonite, tmrw",
  noHurry:
    "not urgent, no rush, no hurry, when you have, when you can, when you get, when you find, when you've got, at your convenience, your convenience, at your leisure, whenever, when convenient, sometime, at some point, eventually, take your time, next month, next quarter, next year, in a few weeks, if you have time, if you get, if you find, low priority, no pressure",
  money:
    "payment, payments, pay, paid, invoice, invoices, billing, billed, bill, expense, expenses, refund, receipt, wire, wired, fee, fees, credit, tax, budget, price, pricing, quote, cost, costs, salary, compensation, bonus, receivables, reimburse, reimbursement, reimbursing, purchase order, balance, amount due, settlement payment, exp rpt, account payable, collections, book the, booked",
  legal:
    "contract, contracts, agreement, agreements, legal, lawyer, lawyers, attorney, attorneys, counsel, court, lawsuit, litigation, claim, claims, dispute, regulatory, regulation, compliance, ferc, cpuc, sec, isda, nda, license, licence, liability, guaranty, guarantee, collateral, bankruptcy, settlement, order, hearing, filing, senate, commission, law, derivatives, patent, terms, policy makers, due diligence",
  business:
    "production is down, production server is, prod is down, nobody can, no one can, none of us can, whole team, whole office, entire office, entire team, whole company, everyone is blocked, everybody is blocked, blocks us, blocking us, customer, customers, client, clients, deal, deals, counterparty, proposal, board, ceo, executive, director, management, officer, strategy, acquisition, merger, employment, offer, trading, risk, swap, position, investment, investors, announcement, organization, project, launch, approval, approve, decision, negotiate, negotiation",
  safety:
    "safety, injury, injured, accident, hazard, contamination, pcb, leak, spill, fire, evacuate, security breach, breach, dangerous, recall, incident",
  blocked:
    "outage, is down, are down, was down, were down, went down, goes down, nobody can log, nobody can get, nobody can pay, nobody can open, nobody can print, nobody can work, no one can log, no one can get, no one can pay, no one can open, no one can print, no one can work, blocked, broken, escalated, escalate, not working, doesn't work, does not work, stopped working, stuck, blocker, urgent issue, can't access, cannot access, hang, hangs, crashed, failing, delayed, delay, production issue, bounced, fails, struggling",
  problem:
    "problem, problems, issue, issues, error, errors, bug, bugs, broken, fail, fails, failed, failure, failing, crash, crashes, crashed, wrong, doesn't work, does not work, not working, don't work, can't, cannot, unable, trouble, outage, delayed, delay, is down, are down, went down, traceback, missing, exception, conflict, complaint, defect, corrupted, incorrect, hang, hangs, no such file, does not exist, doesn't exist, won't, help, i'm trying to, i try to, when i try, but it says, strange, weird, glitch, malfunction, faulty, mistake, mistakes, unexpected, invalid, refused, denied, timeout, timed out, freezes, frozen, segfault, discrepancy, mismatch, doesn't match, does not match, not found, not responding, have problem, a problem, delays, were delayed, was delayed, not been able, higher than, lower than",
  meeting:
    "meeting, meetings, meet, call, conference, conference call, appointment, schedule, scheduled, scheduling, reschedule, calendar, agenda, available, availability, lunch, dinner, session, interview, rsvp, attend, attendance, invite, invitation, join us, get together, drop by, stop by, visit, meet with, in town, free on, offsite, off-site, conference room, time slot, postponed, postpone, standup, stand-up, catch up, dial in, dial-in, passcode, webex, zoom, gotomeeting, telco, webinar, meet you, are you free, date, mtg, happy hour",
  travel:
    "flight, flights, hotel, travel, trip, itinerary, reservation, booking, airport, airline, check in, depart, arrive",
  opportunity:
    "opportunity, opportunities, interested in, interest in, partnership, proposal, candidate, resume, position, job, recruit, recruitment, hire, pursue, potential, investment, lead, prospect, collaboration, demo, pilot, introduce, offering, business plan",
  praise:
    "thank, thanks, great, good, nice, love, excellent, awesome, perfect, happy, glad, excited, wonderful, congratulations, congrats, appreciate, enjoy, pleased, fantastic, amazing, cheers, brilliant, helpful, looking forward, well done, best, fun, delighted",
  complaint:
    "unfortunately, sorry, bad, worse, worst, terrible, disappointed, disappointing, frustrated, frustrating, annoying, hate, horrible, unacceptable, angry, upset, worried, concern, concerned, complaint, complain, ridiculous, awful, poor, fail, sad, pain, ominous, controversy, waste, confusing, stupid, ugly, sucks",
  social:
    "birthday, congratulations, congrats, wedding, baby, party, drinks, joke, funny, fun, vacation, holiday, weekend, happy, family, kids, photos, pictures, beer, game, love, lol, haha, greeting card, greetings, novels, enjoy, long time, hear from you, laugh, jokes, hilarious, have fun, cheers, good morning, hobby, movie, music, goodnight, good night, going to bed, gotta go, off guys, lmao, rofl, have a good, trip home, kid, wife, husband, golf, football",
  mass: "unsubscribe, newsletter, click here, click below, click the, view this email, in your browser, subscribe, subscription, privacy policy, all rights reserved, special offer, limited time, free shipping, sign up, sale, discount, offer expires, promo, opt out, remove me, mailing list, email preferences, <url> click, sweepstakes, per cent off, % off, deals, exclusive",
  automatic:
    "do not reply, not reply to, automatically generated, automated message, automatic, notification, confirmation number, confirmation, reservation, your order, has shipped, you have been, was sent to, this is an, password, verify your, statement is, alert, out of office, automatic reply, no longer with, delivery failed, returned mail, booking",
  notice:
    "fyi, for your information, attached is, attached are, please see attached, please find attached, attached please find, here is, here are, below is, i am pleased, we are pleased, is now available, has been uploaded, update, draft, i have, announcement, just a reminder, inform you, note that, please note",
  attached: "attached, attachment, enclosed, see attached, see below",
  debate:
    "government, governments, politics, political, politicians, president, minister, congress, parliament, senators, election, elections, voters, vote, war, wars, army, police, religion, religious, god, church, society, history, culture, country, countries, nation, nations, world, people, women, men, kids, media, newspaper, newspapers, journalists, freedom, rights, democracy, economy, economists, capitalism, socialism, liberal, liberals, conservative, conservatives, america, american, americans, europe, europeans, british, scientists, evolution, climate, energy, poor, rich, taxes, court, crime, criminals, science fiction, novel, movie, movies, film, films, book, books, author, music, songs, band, football, game, planet, moon, animals, species",
};

/** Finds the signs in a message's words. */
export const topicLexicon = compileLexicon(topics, phrases);

/** The bit for a topic in {@link Sign.bits}. */
export const topicBit = (topic: Topic): number => 1 << topics.indexOf(topic);
