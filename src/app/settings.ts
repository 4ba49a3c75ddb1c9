import { z } from "zod";
import { billingSettings } from "../features/billing/payment/settings";
import { crmSettings } from "../features/crm/crms/registry";
import { integrationSettings } from "../features/integrations/providers/registry";
import { speechSettings } from "../features/speech/settings";
import { type Config, readConfig } from "../server/config";

/**
 * Reads all settings, including the features'.
 *
 * @param environment - default: the process's.
 * @throws ConfigError listing every mistake.
 */
export const readSettings = (environment?: NodeJS.ProcessEnv): Config =>
  readConfig(
    environment,
    z.intersection(
      z.intersection(integrationSettings.extend(crmSettings.shape), speechSettings),
      billingSettings,
    ),
  );
