import {
  IconBriefcase,
  IconBuilding,
  IconHeadset,
  IconHome,
  IconSpeakerphone,
  IconTrendingUp,
} from "@tabler/icons-react";
import type { ProviderId } from "../../../channels/providers";

export type Importance = "high" | "medium" | "low";

/** A starting point for one kind of work. Ids and fields come from the specification (section 2). */
export interface Template {
  id: string;
  name: string;
  description: string;
  icon: typeof IconHome;
  useCase: string;
  /** In recommended order. */
  recommendedIntegrations: { provider: ProviderId; reason: string; priority: Importance }[];
  benefits: string[];
  setupSteps: string[];
}

export const templates: Template[] = [
  {
    id: "real-estate",
    name: "Real Estate",
    description: "Viewings, offers and closings, from first call to keys.",
    icon: IconHome,
    useCase:
      "Agents who talk to buyers and sellers by phone and messenger all day and can't miss a contract date.",
    recommendedIntegrations: [
      {
        provider: "gmail",
        reason: "Offers, contracts and lender mail arrive by email, with dates that count.",
        priority: "high",
      },
      {
        provider: "whatsapp",
        reason: "Buyers request viewings and send documents on WhatsApp.",
        priority: "high",
      },
      { provider: "sms", reason: "Callbacks and viewing changes come as short texts.", priority: "medium" },
      { provider: "instagram", reason: "Questions about listings come as direct messages.", priority: "low" },
    ],
    benefits: [
      "Deadlines in offers and contracts become dated tasks.",
      "Requests for viewings stand out from newsletters and listings mail.",
      "One search finds a client's emails, texts and chats.",
    ],
    setupSteps: [
      "Connect the mailbox that receives your contracts.",
      "Connect the WhatsApp Business number on your signs and listings.",
      "Look at Do First tomorrow morning, before the first viewing.",
    ],
  },
  {
    id: "customer-support",
    name: "Customer Support",
    description: "Every question gets an owner, angry ones first.",
    icon: IconHeadset,
    useCase:
      "Teams that answer customers in several channels and need to see at once what is broken and who is waiting.",
    recommendedIntegrations: [
      { provider: "gmail", reason: "Most reports arrive at the support address.", priority: "high" },
      {
        provider: "slack",
        reason: "Colleagues pass on problems in channels, where they get lost.",
        priority: "high",
      },
      {
        provider: "facebook_messenger",
        reason: "Customers message the page and expect a quick answer.",
        priority: "medium",
      },
      { provider: "whatsapp", reason: "Many customers prefer a chat to a ticket.", priority: "medium" },
      {
        provider: "instagram",
        reason: "Complaints in direct messages are easy to overlook.",
        priority: "low",
      },
    ],
    benefits: [
      "Problem reports and complaints are separated from thanks and notices.",
      "Each task shows the words it comes from, so nobody has to ask again.",
      "Assigned tasks show who replies to whom.",
    ],
    setupSteps: [
      "Connect the support mailbox for the whole team.",
      "Invite Zippy to the Slack channels where problems are reported.",
      "Invite your colleagues in Settings and assign the first tasks.",
    ],
  },
  {
    id: "sales-team",
    name: "Sales Team",
    description: "Follow up in time, and know why.",
    icon: IconTrendingUp,
    useCase: "People who keep many deals moving at once, in mail, chat and calls.",
    recommendedIntegrations: [
      { provider: "gmail", reason: "Quotes, questions and orders come by email.", priority: "high" },
      {
        provider: "slack",
        reason: "Handovers between sales and delivery happen in channels.",
        priority: "high",
      },
      { provider: "outlook", reason: "For teams whose mail is at Microsoft.", priority: "medium" },
      { provider: "whatsapp", reason: "Buyers answer faster in a chat.", priority: "medium" },
      { provider: "sms", reason: "Short confirmations are often texts.", priority: "low" },
    ],
    benefits: [
      "Opportunities and promised follow-ups become tasks with dates.",
      "What matters and what is merely loud go to different quadrants.",
      "The whole conversation is one click from the task.",
    ],
    setupSteps: [
      "Connect the mailboxes of the people who talk to buyers.",
      "Choose the Slack channels with deals in them.",
      "Move a few tasks to the right quadrant. Zippy learns from it.",
    ],
  },
  {
    id: "freelancer",
    name: "Freelancer",
    description: "Clients, deadlines and invoices without an assistant.",
    icon: IconBriefcase,
    useCase: "One person with many clients, each in a different channel.",
    recommendedIntegrations: [
      { provider: "gmail", reason: "Briefs, feedback and invoices arrive by email.", priority: "high" },
      { provider: "whatsapp", reason: "Clients send changes by chat, at any hour.", priority: "medium" },
      {
        provider: "slack",
        reason: "Zippy can join clients' workspaces and collect what they ask of you there.",
        priority: "medium",
      },
      { provider: "telegram", reason: "A bot collects what a group of clients sends.", priority: "low" },
    ],
    benefits: [
      "All client requests in one list, ordered by what they are worth.",
      "Unpaid and unanswered invoices don't slip.",
      "Everything stays on your own machine.",
    ],
    setupSteps: [
      "Connect your mailbox; choose Only me if others share this team.",
      "Import an older archive, so that context is there from day one.",
      "Work through Do First, then close the inbox.",
    ],
  },
  {
    id: "operations-team",
    name: "Operations Team",
    description: "Keep the place running, and see what blocks.",
    icon: IconBuilding,
    useCase: "Teams that coordinate suppliers, shifts and repairs, where a late answer costs.",
    recommendedIntegrations: [
      { provider: "outlook", reason: "Suppliers and authorities send email.", priority: "high" },
      { provider: "slack", reason: "Incidents and requests are raised in channels.", priority: "high" },
      { provider: "sms", reason: "Drivers and technicians text.", priority: "medium" },
      { provider: "telegram", reason: "Shift groups often live in Telegram.", priority: "low" },
    ],
    benefits: [
      "Blockers and outages are marked urgent by what they say, not by who shouts.",
      "Delegated tasks keep their source, so the next shift knows why.",
      "Routine notices stay out of the way.",
    ],
    setupSteps: [
      "Connect the shared operations mailbox for the whole team.",
      "Choose the Slack channels for incidents and requests.",
      "Give the number for field staff a Twilio webhook.",
    ],
  },
  {
    id: "social-media-manager",
    name: "Social Media Manager",
    description: "Direct messages of every page, sorted.",
    icon: IconSpeakerphone,
    useCase: "People who manage pages and profiles, where a lead, a complaint and praise look alike.",
    recommendedIntegrations: [
      { provider: "instagram", reason: "Most direct messages to a brand arrive here.", priority: "high" },
      {
        provider: "facebook_messenger",
        reason: "Questions to the page come through Messenger.",
        priority: "high",
      },
      { provider: "whatsapp", reason: "More and more ads lead to WhatsApp.", priority: "medium" },
      { provider: "gmail", reason: "Partners and agencies send email.", priority: "medium" },
      { provider: "telegram", reason: "For channels with a bot.", priority: "low" },
    ],
    benefits: [
      "You see complaints before they become public.",
      "Offers and partnership requests are separated from fan mail.",
      "Several pages and profiles in one inbox.",
    ],
    setupSteps: [
      "Connect your Facebook Pages. Their Instagram profiles come with them.",
      "Choose the Pages you manage.",
      "Filter the inbox by channel when you work through one of them.",
    ],
  },
];

/** The providers a template preselects. Source: specification, section 2. */
export function preselected(template: Template): string[] {
  return template.recommendedIntegrations
    .filter(({ priority }) => priority === "high")
    .map(({ provider }) => provider);
}
