import { AppError } from "../../shared/app-error";
import type { IdentityProvider } from "./identity";

/** Stands in for Firebase until its adapter is part of the product: nobody can sign in, and the reason is said. */
export const unavailableIdentity: IdentityProvider = {
  id: "firebase",
  verify: () =>
    Promise.reject(
      new AppError(
        "unavailable",
        "Firebase sign-in is not part of this version. Unset FIREBASE_API_KEY, FIREBASE_PROJECT_ID and FIREBASE_APP_ID to use the embedded identity.",
      ),
    ),
};
