import { describe, expect, test } from "vitest";
import { titles } from "./test-titles";
import { wholeQuestion } from "./whole-question";

describe("a question is turned only where its verb is certain", () => {
  test.each([
    ["Is the bus timetable correct?", "the bus timetable is correct"],
    ["Is the internet speed enough?", "the internet speed is enough"],
    ["Does the key still only open one door?", "the key still only opens one door"],
    ["Does the printer also still work?", "the printer also still works"],
    ["Is the phone number right?", "the phone number is right"],
    ["Is the staff training on Monday?", "the staff training is on Monday"],
    ["Is the shop open on Sundays?", "the shop is open on Sundays"],
    ["Are dogs allowed in the garden?", "dogs are allowed in the garden"],
    ["Has the landlord sent the lease?", "the landlord has sent the lease"],
    ["Has the plumber arrived?", "the plumber has arrived"],
    ["Can the spare room be heated?", "the spare room can be heated"],
    ["Can the tenants use the garden?", "the tenants can use the garden"],
    ["Does the shop accept credit cards?", "the shop accepts credit cards"],
    ["Does the train pass through Bonn?", "the train passes through Bonn"],
    ["Should the lights be off at night?", "the lights should be off at night"],
    ["Is the caretaker the owner?", "the caretaker is the owner"],
    ["Would the long table fit in the hall?", "the long table would fit in the hall"],
    ["Are the tickets refundable?", "the tickets are refundable"],
    ["Does the fish soup contain nuts?", "the fish soup contains nuts"],
    ["Is the heating not working?", "the heating is not working"],
    ["Is the museum closed today?", "the museum is closed today"],
    ["Will the test results come back today?", "the test results will come back today"],
    ["Does the ferry have a bar?", "the ferry has a bar"],
    ["Does the shop supply the paint?", "the shop supplies the paint"],
    ["Are the tenants able to pay in cash?", "the tenants are able to pay in cash"],
    ["Do the tenants pay the rent in cash?", "the tenants pay the rent in cash"],
  ])("%s", (text, expected) => {
    expect(titles(text)).toEqual([`Tell Nils whether ${expected}`]);
  });

  test.each([
    "Is the date of the meeting fixed?",
    "Is the road to the harbour open?",
    "Has the list of broken links been fixed?",
    "Is the kitchen ceiling white?",
    "Does the online order system handle returns?",
    "Can the old print server handle PDFs?",
    "Is the new office coffee machine working?",
    "Are the seats reserved for staff free?",
    "Is the choir evening tomorrow?",
    "Does the bus stop smell bad?",
    "Does the lunch offer expire?",
    "Does the door handle stick?",
    "Does the printer not work?",
    "Does the printer also not work?",
    "Do the staff need the keys?",
    "Is the new open office ready?",
    "Has the last paid invoice been sent?",
    "Has the parcel from Oslo arrived?",
    "Will the price list be updated?",
    "Is the shop opposite the station open?",
    "Is the car park near the school free on Saturdays?",
    "Is the dentist's waiting room heated?",
    "Is the last night bus still running?",
    "Are all the second hand books sold?",
    "Does the bike repair shop open on Mondays?",
    "Was the deposit for the barn paid back?",
    "Can the children's choir practice room be locked?",
  ])("else it is kept whole: %s", (text) => {
    expect(titles(text)).toEqual([`Answer Nils: ${text.charAt(0).toLowerCase()}${text.slice(1)}`]);
  });

  test.each([
    "Is such a permit required for the stall?",
    "Is half the garden free?",
    "Is the spare key here?",
  ])("never without its verb: %s", (text) => {
    expect(titles(text)).toEqual([]);
  });
});

describe("the question of a sentence", () => {
  test.each([
    ["im very new here how do i open the old lock?", "how do i open the old lock"],
    ["Kernel panic, how can i recover the disk?", "how can i recover the disk"],
    ["QUESTION: Can i use the ferry at night?", "can i use the ferry at night"],
    ["Is the lock open, because I have to leave?", "is the lock open"],
    ["Does the lock work (or not)?", "does the lock work"],
    ["it did its thing", null],
    ["Have a great day", null],
    ["When the ferry comes, we leave", null],
    ["Now there are some doors, how can i open these", "how can i open these"],
    ["does anyone know why 8.10 is slow?", "does anyone know why 8.10 is slow"],
    ["can anybody open the door, my lock is stuck", "can anybody open the door"],
    ["avis?", null],
    ["We sold the barge, which is already in your calendars?", null],
    ["The count has to be changed on your side?", null],
  ])("%s", (text, expected) => {
    expect(wholeQuestion(text)).toBe(expected);
  });
});
