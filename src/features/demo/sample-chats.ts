import { day, hour, type SampleMessage } from "./sample-message";

const slack = (name: string) => ({ name, address: null });

/** The sample chats. All people are fictional. */
export const sampleChats: SampleMessage[] = [
  {
    channel: "slack",
    ago: 6,
    from: slack("Jonas Ferro"),
    text: () =>
      "The checkout of the Copperleaf shop is down and customers cannot pay. Our contract promises help within the hour. Can you please call the hosting company right away?",
  },
  {
    channel: "whatsapp",
    ago: 14,
    from: slack("Sami (courier)"),
    text: () =>
      "Hello, I am at your door with two parcels and nobody answers. Please call me back right away!",
  },
  {
    channel: "slack",
    ago: 45,
    from: slack("Priya Lund"),
    to: ["#studio"],
    text: () => "The coffee machine works again, and there is cake in the kitchen.",
  },
  {
    channel: "slack",
    ago: hour + 30,
    from: slack("Noor Haddad"),
    text: () =>
      "Hey, please let me know by tomorrow noon if you are coming to the team lunch. There is room for six.",
  },
  {
    channel: "whatsapp",
    ago: 2 * hour + 10,
    from: slack("Elif Marin"),
    text: (weekday) => `Could you bring the projector to the workshop on ${weekday(2)}? Mine is broken.`,
  },
  {
    channel: "slack",
    ago: 4 * hour,
    from: slack("Priya Lund"),
    text: () => "Whenever you have a moment: can you look over the draft of the about page? No hurry at all.",
  },
  {
    channel: "slack",
    ago: 6 * hour,
    from: slack("Jonas Ferro"),
    text: () => "Thank you so much for the quick fix, the launch went great!",
  },
  {
    channel: "whatsapp",
    ago: 8 * hour,
    from: slack("Elif Marin"),
    text: () => "The photos of the fair turned out great, I put them into the shared album.",
  },
  {
    channel: "slack",
    ago: day + hour,
    from: slack("Jonas Ferro"),
    taken: true,
    text: (weekday) => `Could you send me the photos of the picnic by ${weekday(2)}?`,
  },
  {
    channel: "slack",
    ago: day + 5 * hour,
    from: slack("Priya Lund"),
    to: ["#studio"],
    text: () => "I am getting noodles at one, as always.",
  },
  {
    channel: "whatsapp",
    ago: 2 * day + hour,
    from: slack("Ruth Abel"),
    text: () => "Happy birthday to your sister! We should all have dinner together again soon.",
  },
];
