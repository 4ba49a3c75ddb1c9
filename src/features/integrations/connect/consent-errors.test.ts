import { expect, test } from "vitest";
import { consentErrorOf } from "./consent-errors";

test.each([
  ["Google: the person declined", "error=access_denied", "denied"],
  ["Google: the Workspace administrator forbids it", "error=admin_policy_enforced", "admin"],
  [
    "Microsoft: the person declined",
    "error=consent_required&error_description=AADSTS65004%3A+User+declined",
    "denied",
  ],
  [
    "Microsoft: only an administrator may consent",
    "error=access_denied&error_description=AADSTS90094%3A+Admin",
    "admin",
  ],
  [
    "Microsoft: an address that isn't registered",
    "error=invalid_request&error_description=AADSTS50011%3A",
    "client",
  ],
  ["Microsoft: down for a while", "error=temporarily_unavailable", "unavailable"],
  ["Slack: the app isn't distributed", "error=invalid_team_for_non_distributed_app", "client"],
  ["Slack: the organization hasn't approved it", "error=scope_not_allowed_on_enterprise", "admin"],
  ["Meta: the person declined", "error=access_denied&error_code=200&error_reason=user_denied", "denied"],
  ["Meta: a failure with only a number", "error_code=1349048&error_message=Can%27t+load+URL", "provider"],
  ["a code that is new", "error=flux_capacitor", "provider"],
  ["a name that every object has", "error=constructor", "provider"],
])("INT-7 %s", (_name, query, problem) => {
  expect(consentErrorOf(new URLSearchParams(query))).toBe(problem);
});

test("INT-7 a return with a code has no error", () => {
  expect(consentErrorOf(new URLSearchParams("code=1&state=2"))).toBeUndefined();
});
