import { AppError } from "../../../shared/app-error";
import { ProviderFailure } from "./provider";

/** Converts a provider's failure into an error the user can read. */
export function toAppError(error: unknown): never {
  if (error instanceof ProviderFailure)
    throw new AppError("provider_failed", error.message, { cause: error });
  throw error;
}
