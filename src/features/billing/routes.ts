import { type Route, route } from "../../server/http/http";
import { listPlans } from "./contract";
import { plans } from "./plans";

export const billingRoutes = (): Route[] => [route(listPlans, () => plans)];
