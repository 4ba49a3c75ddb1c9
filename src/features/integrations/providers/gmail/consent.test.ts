import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { z } from "zod";
import { createGmailConsent } from "./consent";
import { gmailSettings } from "./settings";

const settings = z
  .object(gmailSettings)
  .parse({ GOOGLE_CLIENT_ID: "client", GOOGLE_CLIENT_SECRET: "secret" });

// RFC 7636, appendix B.
test("INT-8 Gmail: the consent URL carries the challenge of the published PKCE test vector, and never the verifier", async () => {
  const codeVerifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
  const address = new URL(
    await createGmailConsent(settings).connect.authorize({
      state: "a state",
      redirectUri: "https://zippy.example/api/integrations/gmail/callback",
      codeVerifier,
    }),
  );
  expect(address.searchParams.get("code_challenge")).toBe("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
  expect(address.searchParams.get("code_challenge_method")).toBe("S256");
  expect(address.href).not.toContain(codeVerifier);
  expect(address.href).not.toContain("secret");
});

// RFC 4231, test case 2. Every signature in the product uses this algorithm.
test("the platform's HMAC-SHA256 matches the published test vector", () => {
  const made = createHmac("sha256", "Jefe").update("what do ya want for nothing?").digest("hex");
  expect(made).toBe("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
});
