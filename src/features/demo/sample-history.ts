import { day, hour, type SampleMessage } from "./sample-message";

/** A message of the last fortnight that somebody has dealt with. */
interface PastMessage extends SampleMessage {
  /** How long after its arrival it was dealt with, in minutes. */
  after: number;
  /** It became a task with this title, which was completed. Otherwise, it was resolved. */
  task?: string;
}

const person = (name: string) => ({ name, address: null });

/** What the demo team received and dealt with. All people are fictional. */
export const pastMessages: PastMessage[] = [
  {
    channel: "gmail",
    ago: 2 * day + hour,
    after: 50,
    from: { name: "Marta Quist", address: "marta.quist@pellharrow.example" },
    subject: "Colours for the cover",
    task: "Send Marta the two colour proofs",
    text: () =>
      "Hello,\n\ncould you send me the two colour proofs again? I deleted them by accident.\n\nMarta",
  },
  {
    channel: "slack",
    ago: 3 * day + 2 * hour,
    after: 12,
    from: person("Priya Lund"),
    text: () => "The wide format printer works again.",
  },
  {
    channel: "whatsapp",
    ago: 4 * day + hour,
    after: 25,
    from: person("Sami (courier)"),
    task: "Leave the slip for the courier at the front desk",
    text: () => "Please leave the slip at the front desk, I come at four.",
  },
  {
    channel: "gmail",
    ago: 5 * day + 3 * hour,
    after: 190,
    from: { name: "Tidewell Accounts", address: "accounts@tidewell.example" },
    subject: "Receipt for invoice 2198",
    text: () =>
      "Dear customer,\n\nthank you for your payment of €2,040. The receipt is attached.\n\nTidewell Accounts",
  },
  {
    channel: "slack",
    ago: 6 * day + 4 * hour,
    after: 35,
    from: person("Noor Haddad"),
    task: "Show Noor how the time sheets work",
    text: () => "Can you show me how the time sheets work? I'm at my desk all day.",
  },
  {
    channel: "gmail",
    ago: 7 * day + 2 * hour,
    after: 95,
    from: { name: "Ines Okafor", address: "ines@copperleaf.example" },
    subject: "Samples arrived",
    text: () => "Hello,\n\nthe paper samples arrived in good order. Thank you!\n\nInes",
  },
  {
    channel: "gmail",
    ago: 8 * day + 5 * hour,
    after: 140,
    from: { name: "Tomas Brandt", address: "tomas@mossgate.example" },
    subject: "Key for the new studio",
    task: "Sign for the second key of the studio",
    text: () => "Hi,\n\nplease sign for the second key when you are in the building.\n\nTomas",
  },
  {
    channel: "slack",
    ago: 10 * day + 3 * hour,
    after: 8,
    from: person("Jonas Ferro"),
    text: () => "The backup of the Copperleaf shop ran through.",
  },
  {
    channel: "whatsapp",
    ago: 11 * day + 2 * hour,
    after: 60,
    from: person("Elif Marin"),
    text: () => "I got home well. It was a lovely evening!",
  },
];

/** Tasks without a message that the visitor completed: the title, and how long ago, in minutes. */
export const pastTasks: [title: string, ago: number][] = [
  ["Choose the paper for the invitations", 5 * hour],
  ["Order toner", day + 3 * hour],
  ["Write the brief for the photographer", 2 * day + 6 * hour],
  ["Update the price list", 4 * day + 5 * hour],
  ["Archive the Pell Harrow drafts", 5 * day + 4 * hour],
  ["Book the train to the fair", 7 * day + 5 * hour],
  ["Send the holiday plan round", 8 * day + 2 * hour],
  ["Clean up the font library", 9 * day + 6 * hour],
  ["Call the landlord about the heating", 12 * day + 4 * hour],
];

/** When the visitor worked in focus: how long ago it began, and how long it took, in minutes. */
export const pastFocus: [ago: number, minutes: number][] = [
  [6 * hour, 25],
  [day + 4 * hour, 50],
  [2 * day + 7 * hour, 45],
  [4 * day + 6 * hour, 25],
  [5 * day + 5 * hour, 90],
  [8 * day + 3 * hour, 50],
  [11 * day + 5 * hour, 40],
];
