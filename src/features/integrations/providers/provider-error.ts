import { AppError } from "../../../shared/app-error";
import { ProviderFailure } from "./provider";

/** @throws AppError for a provider's failure, with a sentence that people can read, else the error itself. */
export function throwReadable(error: unknown): never {
  if (error instanceof ProviderFailure)
    throw new AppError("provider_failed", error.message, { cause: error });
  throw error;
}
