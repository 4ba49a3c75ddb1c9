import { AppError } from "../../../shared/app-error";
import { ProviderFailure } from "./provider";

/** A provider's failure as the person reads it. */
export function toAppError(error: unknown): never {
  if (error instanceof ProviderFailure)
    throw new AppError("provider_failed", error.message, { cause: error });
  throw error;
}
