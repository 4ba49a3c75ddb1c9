import { z } from "zod";
import { requestGraph } from "../meta/graph";
import type { MetaSettings } from "../meta/settings";
import type { FoundAccount } from "../provider";

export const NumberCredentials = z.object({ accessToken: z.string(), businessAccountId: z.string() });

/**
 * Source:
 * developers.facebook.com/documentation/business-messaging/whatsapp/solution-providers/manage-accounts
 */
const DebuggedToken = z.object({
  data: z.object({
    granular_scopes: z
      .array(z.object({ scope: z.string(), target_ids: z.array(z.string()).optional() }))
      .catch([]),
  }),
});

const Ids = z.object({ data: z.array(z.object({ id: z.coerce.string() })) });

const Businesses = z.object({
  data: z.array(
    z.object({
      owned_whatsapp_business_accounts: Ids.optional(),
      client_whatsapp_business_accounts: Ids.optional(),
    }),
  ),
});

/**
 * Source:
 * developers.facebook.com/documentation/business-messaging/whatsapp/business-phone-numbers/phone-numbers
 */
const Numbers = z.object({
  data: z.array(
    z.object({ id: z.string(), display_phone_number: z.string(), verified_name: z.string().optional() }),
  ),
});

interface NumberRequest {
  settings: MetaSettings;
  token: string;
  signal: AbortSignal;
}

/** The WhatsApp numbers a user has shared, from all their business accounts. */
export async function sharedNumbers(request: NumberRequest): Promise<FoundAccount[]> {
  const found: FoundAccount[] = [];
  for (const businessAccountId of await sharedBusinessAccounts(request))
    found.push(...(await numbersOf(request, businessAccountId)));
  return found;
}

/**
 * The business accounts the user selected. If they allowed all, Meta names none, and we list their
 * businesses.
 */
async function sharedBusinessAccounts({ settings, token, signal }: NumberRequest): Promise<string[]> {
  const query = { input_token: token };
  const appToken = `${settings.META_APP_ID ?? ""}|${settings.META_APP_SECRET ?? ""}`;
  const debugged = await requestGraph(settings, { path: "debug_token", query, token: appToken, signal });
  const granted = DebuggedToken.parse(debugged).data.granular_scopes;
  const ticked = granted.find(({ scope }) => scope === "whatsapp_business_management")?.target_ids;
  if (ticked && ticked.length > 0) return [...new Set(ticked)];
  const fields = "owned_whatsapp_business_accounts{id},client_whatsapp_business_accounts{id}";
  const answer = await requestGraph(settings, {
    path: "me/businesses",
    query: { fields, limit: "100" },
    token,
    signal,
  });
  const ids = Businesses.parse(answer).data.flatMap((business) => [
    ...(business.owned_whatsapp_business_accounts?.data ?? []),
    ...(business.client_whatsapp_business_accounts?.data ?? []),
  ]);
  return [...new Set(ids.map(({ id }) => id))];
}

async function numbersOf(
  { settings, token, signal }: NumberRequest,
  businessAccountId: string,
): Promise<FoundAccount[]> {
  const path = `${businessAccountId}/phone_numbers`;
  const query = { fields: "id,display_phone_number,verified_name", limit: "100" };
  const { data } = Numbers.parse(await requestGraph(settings, { path, query, token, signal }));
  return data.map(({ id, display_phone_number: number, verified_name: name }) => ({
    externalId: id,
    name: name || number,
    address: plainNumber(number),
    credentials: { accessToken: token, businessAccountId },
    settings: { name: name || number, grant: businessAccountGrant(businessAccountId) },
  }));
}

/** The grant that all numbers of a business account share. */
export const businessAccountGrant = (id: string): string => `business account ${id}`;

/** A number without formatting, such as +15551234567. */
export const plainNumber = (number: string): string => `+${number.replace(/\D/g, "")}`;
