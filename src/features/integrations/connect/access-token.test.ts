import { afterEach, describe, expect, test, vi } from "vitest";
import { type Credentials, ProviderFailure, type Session } from "../providers/provider";
import { type TokenCredentials, TokenRefused, withAccessToken } from "./access-token";

const hour = 3_600_000;
afterEach(() => vi.useRealTimers());

/** A provider with a correct clock. It accepts only the latest token, for an hour. */
function createParty() {
  let made = 0;
  const tokens = (): TokenCredentials => ({
    accessToken: `access ${made}`,
    refreshToken: `refresh ${made}`,
    expiresAt: new Date(Date.now() + hour).toISOString(),
  });
  return {
    first: tokens(),
    refresh: vi.fn(async ({ refreshToken }: TokenCredentials) => {
      if (refreshToken !== `refresh ${made}`) throw new ProviderFailure("reconnect", "The grant is gone.");
      made++;
      return tokens();
    }),
    call: vi.fn(async (accessToken: string) => {
      if (accessToken !== `access ${made}`) throw new TokenRefused(accessToken);
      return "news";
    }),
    /** Invalidates the current token, whatever the clocks say. */
    forgetAccess: () => void made++,
  };
}

function sessionWith(first: Credentials): Session {
  let credentials = first;
  return {
    accountId: "a",
    teamId: "t",
    externalId: "x",
    address: null,
    settings: {},
    signal: new AbortController().signal,
    get credentials() {
      return credentials;
    },
    async renew(change: (current: Credentials) => Promise<Credentials>) {
      credentials = await change(credentials);
    },
  } as Partial<Session> as Session;
}

describe("INT-8 a call with an access token", () => {
  test("uses the current token while it is valid", async () => {
    const party = createParty();
    expect(await withAccessToken(sessionWith(party.first), party.refresh, party.call)).toBe("news");
    expect(party.refresh).not.toHaveBeenCalled();
  });

  test("refreshes an expired token before the call", async () => {
    const party = createParty();
    const session = sessionWith({ ...party.first, expiresAt: new Date(Date.now() - 1).toISOString() });
    expect(await withAccessToken(session, party.refresh, party.call)).toBe("news");
    expect(party.call).toHaveBeenCalledTimes(1);
    expect(session.credentials.accessToken).toBe("access 1");
  });

  test("with a clock an hour behind, sends an expired token, is refused and refreshes once", async () => {
    const party = createParty();
    const session = sessionWith(party.first);
    vi.useFakeTimers({ now: Date.now() - hour });
    const refused = vi
      .fn(party.call)
      .mockImplementationOnce(async (accessToken) => Promise.reject(new TokenRefused(accessToken)));
    expect(await withAccessToken(session, party.refresh, refused)).toBe("news");
    expect(party.refresh).toHaveBeenCalledTimes(1);
  });

  test("with a clock an hour ahead, refreshes a token that looks expired and succeeds", async () => {
    const party = createParty();
    const session = sessionWith(party.first);
    vi.useFakeTimers({ now: Date.now() + hour });
    for (let n = 1; n <= 2; n++) {
      expect(await withAccessToken(session, party.refresh, party.call)).toBe("news");
      expect(party.call).toHaveBeenCalledTimes(n);
    }
    expect(party.refresh).toHaveBeenCalledTimes(1);
  });

  test("asks to reconnect if the grant is gone; a refreshed token that is refused too may be an incident", async () => {
    const party = createParty();
    const never = async (accessToken: string) => Promise.reject(new TokenRefused(accessToken));
    await expect(withAccessToken(sessionWith(party.first), party.refresh, never)).rejects.toMatchObject({
      kind: "rejected",
    });
    const gone = createParty();
    gone.forgetAccess();
    await expect(withAccessToken(sessionWith(gone.first), gone.refresh, gone.call)).rejects.toMatchObject({
      kind: "reconnect",
    });
  });

  test("passes on every other failure without refreshing", async () => {
    const party = createParty();
    const away = async () => Promise.reject(new ProviderFailure("unavailable", "away"));
    await expect(withAccessToken(sessionWith(party.first), party.refresh, away)).rejects.toThrow("away");
    expect(party.refresh).not.toHaveBeenCalled();
  });
});
