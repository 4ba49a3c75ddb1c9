import type { SampleArea } from "../areas/service";

const none = { people: [], channels: [], keywords: [], companies: [] };

/** The areas of the sample studio. */
export const demoAreas: SampleArea[] = [
  {
    name: "Pell Harrow",
    color: "blue",
    rules: {
      ...none,
      people: [{ key: "marta.quist@pellharrow.example", name: "Marta Quist" }],
      keywords: ["phase two", "Pell Harrow"],
    },
    facts: [
      "Marta Quist decides, and prefers a call to a long mail.",
      "Phase two needs the signed contract before the production slot.",
    ],
  },
  {
    name: "Copperleaf Foods",
    color: "orange",
    rules: {
      ...none,
      people: [{ key: "ines@copperleaf.example", name: "Ines Okafor" }],
      keywords: ["Copperleaf"],
    },
    facts: ["They want to be in the shops in spring, and they like the drawn leaves."],
  },
  {
    name: "The studio",
    color: "teal",
    rules: { ...none, keywords: ["lease", "studio insurance", "rent"] },
    facts: ["The landlord's agent is Tomas Brandt at Mossgate. The rent stays as it is."],
  },
];
