import { day, hour, type SampleMessage, visitor } from "./sample-message";

/** The sample emails. All people are fictional, and nobody can own their domains (RFC 2606). */
export const sampleMails: SampleMessage[] = [
  {
    channel: "gmail",
    ago: 25,
    from: { name: "Marta Quist", address: "marta.quist@pellharrow.example" },
    subject: "Signed contract for phase two",
    thread: "phase-two",
    text: () =>
      "Hello,\n\nour lawyers are happy with the last changes. Please send me the signed contract by tomorrow noon, otherwise we lose the production slot.\n\nKind regards\nMarta Quist\nPell Harrow",
  },
  {
    channel: "gmail",
    ago: 3 * hour,
    from: { name: "Tidewell Accounts", address: "accounts@tidewell.example" },
    subject: "Invoice 2207 is overdue",
    attachments: [{ name: "invoice-2207.pdf", type: "application/pdf", size: 84_213 }],
    text: (weekday) =>
      `Dear customer,\n\nwe have not received your payment of €4,180 for invoice 2207 yet. Please pay the invoice by ${weekday(2)}; after that we have to stop the deliveries.\n\nTidewell Accounts`,
  },
  {
    channel: "gmail",
    ago: 5 * hour,
    from: { name: "The Weekly Grid", address: "letter@weeklygrid.example" },
    subject: "Seven layouts we liked this week",
    bulk: true,
    text: () =>
      "This week: seven layouts we liked, a long read about paper sizes, and a new typeface with very small feet.\n\nRead it in your browser: https://weeklygrid.example/214\nUnsubscribe: https://weeklygrid.example/unsubscribe",
  },
  {
    channel: "gmail",
    ago: 7 * hour,
    from: { name: "Tomas Brandt", address: "tomas@mossgate.example" },
    subject: "New lease for the studio",
    attachments: [{ name: "lease-draft.pdf", type: "application/pdf", size: 412_880 }],
    text: () =>
      "Hi,\n\nattached is the draft of the new lease. Could you review the contract in the next two weeks? The rent stays as it is.\n\nBest\nTomas",
  },
  {
    channel: "gmail",
    ago: 9 * hour,
    from: { name: "Ines Okafor", address: "ines@copperleaf.example" },
    subject: "Packaging for our autumn range",
    text: (weekday) =>
      `Hello,\n\na friend recommended your studio. We are looking for somebody to design the packaging of our autumn range, about twelve products. Could you send us a quote by ${weekday(4)}?\n\nInes Okafor\nCopperleaf Foods`,
  },
  {
    channel: "gmail",
    ago: day + 2 * hour,
    from: { name: "Nightly Backup", address: "no-reply@boxkeep.example" },
    subject: "Backup completed",
    bulk: true,
    text: () =>
      "The backup of “studio-files” completed without errors. 18,204 files, 96 GB, 41 minutes.\n\nThis is an automatic message.",
  },
  {
    channel: "gmail",
    ago: day + 4 * hour,
    from: { name: "Marta Quist", address: "marta.quist@pellharrow.example" },
    subject: "Re: Plan for phase two",
    thread: "phase-two",
    taken: true,
    text: (weekday) =>
      `Hi,\n\nyour plan looks good to us. One thing for the board: please send me the cost estimate for the photo shoot by ${weekday(3)}.\n\nThank you\nMarta`,
  },
  {
    channel: "gmail",
    ago: day + 6 * hour,
    from: visitor,
    to: ["marta.quist@pellharrow.example"],
    subject: "Plan for phase two",
    thread: "phase-two",
    fromOwner: true,
    text: () =>
      "Hi Marta,\n\nhere is the plan for phase two: two weeks of design, one week for the photo shoot, then production.\n\nBest wishes",
  },
  {
    channel: "gmail",
    ago: 2 * day,
    from: { name: "Lamp & Desk", address: "offers@lampdesk.example" },
    subject: "20% off every desk lamp until Sunday",
    bulk: true,
    text: () =>
      "Brighten up your desk: 20% off every lamp until Sunday, with free delivery.\n\nShop now: https://lampdesk.example/sale\nYou get this mail because you bought something from us. Unsubscribe here.",
  },
  {
    channel: "gmail",
    ago: 2 * day + 3 * hour,
    from: { name: "Noor Haddad", address: "noor@larkfield.example" },
    subject: "Insurance for the studio",
    taken: true,
    text: () =>
      "Hi,\n\nour liability insurance runs for another year. Please compare the two offers in the shared folder at some point and decide which contract we sign. There is no rush.\n\nThanks\nNoor",
  },
  {
    channel: "gmail",
    ago: 3 * day,
    from: { name: "Ruth Abel", address: "ruth@tidewell.example" },
    subject: "The new signs",
    text: () =>
      "Hello,\n\nthe new signs are up and everybody loves them. Thank you for the wonderful work!\n\nRuth",
  },
];
