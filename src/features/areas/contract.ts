import { z } from "zod";
import { endpoint } from "../../shared/endpoint";
import { after, cursor, pageLimit } from "../../shared/paging";
import { typedText } from "../../shared/typed-values";

/** Colors of areas; the theme has a shade of each for light and dark. */
export const areaColors = ["teal", "blue", "violet", "pink", "red", "orange", "yellow", "gray"] as const;
export const AreaColor = z.enum(areaColors);
export type AreaColor = z.infer<typeof AreaColor>;

/** Most of each, so that rules stay quick and a page stays readable. */
export const areaLimits = { areas: 50, people: 50, channels: 12, keywords: 20, companies: 10, facts: 100 };

/** Items of a page. */
export const areaPage = 50;

/** What can belong to an area. */
export const AreaSourceType = z.enum(["message", "task", "meeting"]);
export type AreaSourceType = z.infer<typeof AreaSourceType>;

/** A person by their address in lower case, or by their name where there is none. */
export const AreaPerson = z.strictObject({
  key: z
    .string()
    .trim()
    .toLowerCase()
    .min(1, "Choose a person.")
    .max(320, "Keep the address within 320 characters."),
  name: typedText().max(200, "Keep the name within 200 characters."),
});
export type AreaPerson = z.infer<typeof AreaPerson>;

/** A company of a connected CRM. */
export const AreaCompany = z.strictObject({
  connectionId: z.uuid(),
  companyId: z.string().min(1).max(200),
  name: z.string().max(300),
});
export type AreaCompany = z.infer<typeof AreaCompany>;

/** Names a company among those of all connections. */
export const companyKey = ({ connectionId, companyId }: Omit<AreaCompany, "name">): string =>
  `${connectionId}:${companyId}`;

const atMost = (limit: number, what: string) => `Choose at most ${limit} ${what}.`;

/**
 * What joins an area by itself: messages from or to any of the people or companies, meetings where they speak,
 * and everything that contains all words of any keyword. Channels limit messages to those, or alone, take all of
 * them. Tasks follow their message.
 */
export const AreaRules = z.strictObject({
  people: z.array(AreaPerson).max(areaLimits.people, atMost(areaLimits.people, "people")).default([]),
  channels: z
    .array(z.string().trim().min(1).max(50))
    .max(areaLimits.channels, atMost(areaLimits.channels, "channels"))
    .default([]),
  keywords: z
    .array(typedText().min(2, "Use at least two letters.").max(100, "Keep a keyword within 100 characters."))
    .max(areaLimits.keywords, atMost(areaLimits.keywords, "keywords"))
    .default([]),
  companies: z
    .array(AreaCompany)
    .max(areaLimits.companies, atMost(areaLimits.companies, "companies"))
    .default([]),
});
export type AreaRules = z.infer<typeof AreaRules>;

/** How many items of each type; counting stops at {@link countedUpTo}. */
export const AreaCounts = z.object({
  messages: z.number().int(),
  tasks: z.number().int(),
  meetings: z.number().int(),
});
export type AreaCounts = z.infer<typeof AreaCounts>;
/** A screen shows this many as "1000+". */
export const countedUpTo = 1000;

const nameSentence = "Name the area.";
const AreaName = typedText({ error: nameSentence })
  .min(1, nameSentence)
  .max(60, "Keep the name within 60 characters.");

/** A topic, client or project, with everything that belongs to it. */
export const Area = z.object({
  id: z.uuid(),
  teamId: z.uuid(),
  name: z.string(),
  color: AreaColor,
  rules: AreaRules,
  /** What the reader may see of it; tasks that are open. */
  counts: AreaCounts,
  createdAt: z.iso.datetime(),
});
export type Area = z.infer<typeof Area>;

/** An area as a chip. */
export const AreaChip = Area.pick({ id: true, name: true, color: true });
export type AreaChip = z.infer<typeof AreaChip>;

/** Something in an area. */
export const AreaItem = z.object({
  type: AreaSourceType,
  id: z.uuid(),
  title: z.string(),
  /** Who wrote a message; to whom a task is assigned. */
  person: z.string().nullable(),
  channel: z.string().nullable(),
  status: z.string(),
  dueDate: z.iso.datetime().nullable(),
  date: z.iso.datetime(),
  /** Whether somebody added it, or a rule did. */
  byHand: z.boolean(),
});
export type AreaItem = z.infer<typeof AreaItem>;

/** Something that people want to be remembered with an area. */
export const AreaFact = z.object({
  id: z.uuid(),
  areaId: z.uuid(),
  text: z.string(),
  /** Where it comes from, if it comes from a message, task or meeting that the reader may see. */
  source: z.object({ type: AreaSourceType, id: z.uuid(), title: z.string() }).nullable(),
  createdAt: z.iso.datetime(),
});
export type AreaFact = z.infer<typeof AreaFact>;

/** A deal of a company that an area follows. */
export const AreaDeal = z.object({
  id: z.string(),
  name: z.string(),
  companyName: z.string(),
  stage: z.string(),
  status: z.enum(["open", "won", "lost"]),
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  url: z.string().nullable(),
});
export type AreaDeal = z.infer<typeof AreaDeal>;

const FactText = typedText()
  .min(1, "Write what to remember.")
  .max(1000, "Keep a fact within 1,000 characters.");
const SourceRef = z.strictObject({ type: AreaSourceType, id: z.uuid() });
export type SourceRef = z.infer<typeof SourceRef>;

const teamParams = z.object({ teamId: z.uuid() });
const areaParams = z.object({ teamId: z.uuid(), areaId: z.uuid() });
const factParams = areaParams.extend({ factId: z.uuid() });
const undoable = "The header journal-entry has the id of the change, for undo.";

export const listAreas = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/areas",
  summary: "The team's areas by name, each with the number of its messages, open tasks and meetings.",
  params: teamParams,
  query: z.object({
    /** Only areas with this message, task or meeting. */
    sourceId: z.uuid().optional(),
  }),
  response: z.array(Area),
});

export const getArea = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/areas/:areaId",
  summary: "One area with its rules and counts.",
  params: areaParams,
  response: Area,
});

const AreaForm = z.strictObject({ name: AreaName, color: AreaColor, rules: AreaRules });
export type AreaForm = z.infer<typeof AreaForm>;
const AreaPatch = AreaForm.partial();
export type AreaPatch = z.infer<typeof AreaPatch>;

export const createArea = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/areas",
  summary: `Add an area. What its rules fit joins at once, and whatever arrives later. ${undoable}`,
  params: teamParams,
  body: AreaForm,
  response: Area,
  repeatable: true,
  errors: ["conflict"],
});

export const updateArea = endpoint({
  method: "PATCH",
  path: "/api/teams/:teamId/areas/:areaId",
  summary: `Change an area. After a change of its rules, what they no longer fit leaves it. ${undoable} With \`expected\`, 409 if a field has another value by now.`,
  params: areaParams,
  body: AreaPatch.extend({ expected: AreaPatch.optional() }),
  response: Area,
  repeatable: true,
  errors: ["conflict", "changed_since"],
});

export const deleteArea = endpoint({
  method: "DELETE",
  path: "/api/teams/:teamId/areas/:areaId",
  summary: `Delete an area with its facts; messages, tasks, meetings and chats stay. ${undoable} With \`expected\`, 409 if a field has another value by now.`,
  params: areaParams,
  body: z.strictObject({ expected: AreaPatch.optional() }).nullish(),
  response: z.object({ id: z.uuid() }),
  repeatable: true,
  errors: ["changed_since"],
});

export const previewArea = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/areas/preview",
  summary:
    "How many messages, tasks and meetings rules would join, and the newest of them. Nothing is stored.",
  params: teamParams,
  body: z.strictObject({
    rules: AreaRules,
    /** The area that is edited: what was removed from it by hand doesn't count. */
    areaId: z.uuid().optional(),
  }),
  response: z.object({
    counts: AreaCounts,
    newest: z.array(z.object({ type: AreaSourceType, title: z.string() })),
  }),
});

export const areaChoices = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/areas/choices",
  summary:
    "People who wrote and companies of the CRM whose names contain some words, to choose from for rules.",
  params: teamParams,
  query: z.object({ q: z.string().trim().max(100).default("") }),
  response: z.object({
    people: z.array(z.object({ key: z.string(), name: z.string() })),
    companies: z.array(z.object({ connectionId: z.uuid(), companyId: z.string(), name: z.string() })),
  }),
});

export const listAreaItems = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/areas/:areaId/items",
  summary:
    "What belongs to an area, of one type: messages and meetings newest first, open tasks by due date and then the others.",
  params: areaParams,
  query: z.object({
    type: AreaSourceType,
    limit: pageLimit(areaPage),
    after,
    cursor,
  }),
  response: z.array(AreaItem),
});

export const addAreaItem = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/areas/:areaId/items",
  summary: `Add a message, task or meeting to an area by hand. ${undoable}`,
  params: areaParams,
  body: SourceRef,
  response: z.object({ id: z.uuid() }),
  repeatable: true,
});

export const removeAreaItem = endpoint({
  method: "DELETE",
  path: "/api/teams/:teamId/areas/:areaId/items/:sourceId",
  summary: `Take a message, task or meeting out of an area. No rule adds it again. ${undoable}`,
  params: areaParams.extend({ sourceId: z.uuid() }),
  response: z.object({ id: z.uuid() }),
  repeatable: true,
});

export const listAreaFacts = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/areas/:areaId/facts",
  summary: "The facts of an area, newest first.",
  params: areaParams,
  response: z.array(AreaFact),
});

export const getAreaFact = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/areas/:areaId/facts/:factId",
  summary: "One fact of an area.",
  params: factParams,
  response: AreaFact,
});

export const addAreaFact = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/areas/:areaId/facts",
  summary: `Pin a fact to an area, with the message, task or meeting it comes from, if any. ${undoable}`,
  params: areaParams,
  body: z.strictObject({ text: FactText, source: SourceRef.nullable().optional() }),
  response: AreaFact,
  repeatable: true,
  errors: ["conflict"],
});

/** The words that the person has seen. */
const expectedText = z.strictObject({ text: z.string() }).optional();
const asSeen = "With `expected`, 409 if its text is another one by now.";

export const updateAreaFact = endpoint({
  method: "PATCH",
  path: "/api/teams/:teamId/areas/:areaId/facts/:factId",
  summary: `Reword a fact. ${undoable} ${asSeen}`,
  params: factParams,
  body: z.strictObject({ text: FactText, expected: expectedText }),
  response: AreaFact,
  repeatable: true,
  errors: ["changed_since"],
});

export const deleteAreaFact = endpoint({
  method: "DELETE",
  path: "/api/teams/:teamId/areas/:areaId/facts/:factId",
  summary: `Delete a fact. ${undoable} ${asSeen}`,
  params: factParams,
  body: z.strictObject({ expected: expectedText }).nullish(),
  response: z.object({ id: z.uuid() }),
  repeatable: true,
  errors: ["changed_since"],
});

/** One line of a digest. */
export const DigestLine = z.object({
  /** What was decided links to its meeting. */
  source: SourceRef,
  text: z.string(),
  /** When it was decided or done, or is due. */
  at: z.iso.datetime().nullable(),
});
export type DigestLine = z.infer<typeof DigestLine>;

/** A week of an area, Monday to Sunday in the reader's time zone. */
export const AreaDigest = z.object({
  from: z.iso.datetime(),
  /** The first instant after it. */
  before: z.iso.datetime(),
  decided: z.array(DigestLine),
  done: z.array(DigestLine),
  /** Open tasks that are due in it, or were before. */
  due: z.array(DigestLine),
  /** Other open tasks. */
  open: z.array(DigestLine),
  /** How many tasks of a kind there are besides the listed ones. */
  more: z.object({ done: z.number().int(), due: z.number().int(), open: z.number().int() }),
});
export type AreaDigest = z.infer<typeof AreaDigest>;
/** Lines of each kind. */
export const mostDigestLines = 50;

export const getAreaDigest = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/areas/:areaId/digest",
  summary: "What was decided and done in an area this week, what is due, and what else is open.",
  params: areaParams,
  response: AreaDigest,
});

export const listAreaDeals = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/areas/:areaId/deals",
  summary: "The deals of the companies that an area follows, open ones first.",
  params: areaParams,
  response: z.array(AreaDeal),
});
