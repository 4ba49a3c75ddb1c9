import { type Route, route } from "../../server/http/http";
import { nameNextPage } from "../../server/paging/next-page";
import { nameEntry } from "../journal/service";
import {
  addAreaFact,
  addAreaItem,
  areaChoices,
  createArea,
  deleteArea,
  deleteAreaFact,
  getArea,
  getAreaDigest,
  getAreaFact,
  listAreaDeals,
  listAreaFacts,
  listAreaItems,
  listAreas,
  previewArea,
  removeAreaItem,
  updateArea,
  updateAreaFact,
} from "./contract";
import type { AreaService } from "./service";

export const areaRoutes = (areas: AreaService): Route[] => [
  route(listAreas, ({ actor, params, query }) => areas.list(actor, params.teamId, query.sourceId)),
  route(areaChoices, ({ actor, params, query }) => areas.choices(actor, params.teamId, query.q)),
  route(previewArea, ({ actor, params, body }) =>
    areas.preview(actor, params.teamId, body.rules, body.areaId),
  ),
  route(getArea, ({ actor, params }) => areas.get(actor, params.teamId, params.areaId)),
  route(
    createArea,
    ({ actor, params, body, reply }) => areas.create(actor, params.teamId, body, nameEntry(reply)),
    { again: ({ actor, params }, { subject }) => areas.get(actor, params.teamId, subject("area")) },
  ),
  route(
    updateArea,
    ({ actor, params, body, reply }) =>
      areas.update(actor, params.teamId, params.areaId, body, nameEntry(reply)),
    { again: ({ actor, params }) => areas.get(actor, params.teamId, params.areaId) },
  ),
  route(
    deleteArea,
    ({ actor, params, body, reply }) => areas.remove(actor, params, nameEntry(reply), body?.expected),
    { again: ({ params: { areaId } }) => ({ id: areaId }) },
  ),
  route(listAreaItems, ({ actor, params, query, ...call }) =>
    areas.items.list(actor, params, query, nameNextPage(call)),
  ),
  route(
    addAreaItem,
    ({ actor, params, body, reply }) => areas.items.add(actor, params, body, nameEntry(reply)),
    { again: ({ body: { id } }) => ({ id }) },
  ),
  route(removeAreaItem, ({ actor, params, reply }) => areas.items.remove(actor, params, nameEntry(reply)), {
    again: ({ params: { sourceId } }) => ({ id: sourceId }),
  }),
  route(listAreaFacts, ({ actor, params }) => areas.facts.list(actor, params.teamId, params.areaId)),
  route(getAreaFact, ({ actor, params }) => areas.facts.get(actor, params)),
  route(
    addAreaFact,
    ({ actor, params, body, reply }) =>
      areas.facts.add(actor, params.teamId, params.areaId, body, nameEntry(reply)),
    {
      again: ({ actor, params }, { subject }) =>
        areas.facts.get(actor, { ...params, factId: subject("area_fact") }),
    },
  ),
  route(
    updateAreaFact,
    ({ actor, params, body, reply }) => areas.facts.reword(actor, params, body, nameEntry(reply)),
    { again: ({ actor, params }) => areas.facts.get(actor, params) },
  ),
  route(
    deleteAreaFact,
    ({ actor, params, body, reply }) =>
      areas.facts.remove(actor, params, nameEntry(reply), body?.expected?.text),
    { again: ({ params: { factId } }) => ({ id: factId }) },
  ),
  route(getAreaDigest, ({ actor, params }) => areas.digest(actor, params)),
  route(listAreaDeals, ({ actor, params }) => areas.deals(actor, params.teamId, params.areaId)),
];
