import { day } from "../../shared/durations";
import type { SampleRecords } from "../crm/sample-records";

const contact = { companyName: null, phones: [], handles: [], url: null };
const company = { url: null };
const deal = { currency: "EUR", status: "open" as const, url: null };

/** What the sample team's CRM knows of the people who write to it, as of a given moment. All is invented. */
export function demoDeals(now: Date): SampleRecords {
  const inDays = (days: number): string => new Date(now.getTime() + days * day).toISOString();
  return {
    companies: [
      { ...company, id: "pellharrow", name: "Pell Harrow", domain: "pellharrow.example" },
      { ...company, id: "copperleaf", name: "Copperleaf Foods", domain: "copperleaf.example" },
      { ...company, id: "tidewell", name: "Tidewell", domain: "tidewell.example" },
    ],
    contacts: [
      {
        ...contact,
        ...{ id: "marta", name: "Marta Quist", jobTitle: "Head of Marketing", companyId: "pellharrow" },
        addresses: ["marta.quist@pellharrow.example"],
      },
      {
        ...contact,
        ...{ id: "ines", name: "Ines Okafor", jobTitle: "Founder", companyId: "copperleaf" },
        addresses: ["ines@copperleaf.example"],
      },
      {
        ...contact,
        ...{ id: "ruth", name: "Ruth Abel", jobTitle: "Shop Manager", companyId: "tidewell" },
        addresses: ["ruth@tidewell.example"],
      },
    ],
    deals: [
      {
        ...deal,
        ...{ id: "phase-two", name: "Phase two", amount: 42_000, stage: "Contract sent" },
        ...{ closeDate: inDays(3), companyId: "pellharrow", contactIds: ["marta"] },
      },
      {
        ...deal,
        ...{ id: "packaging", name: "Autumn packaging", amount: 18_500, stage: "Quote requested" },
        ...{ closeDate: inDays(30), companyId: "copperleaf", contactIds: ["ines"] },
      },
      {
        ...deal,
        ...{ id: "signs", name: "Signs for the second shop", amount: 6_200, stage: "Negotiation" },
        ...{ closeDate: inDays(21), companyId: null, contactIds: ["ruth"] },
      },
    ],
  };
}
