import type { IdentityProvider, ProviderUser } from "./identity-provider";
import { keepLocalKey } from "./local-key";
import { isProviderUser, onRememberedUser, rememberedUser, rememberUser } from "./remembered-user";
import { authTexts } from "./texts";

const popupPath = "/api/auth/local";
const popupFeatures = "popup,width=460,height=560";
/** How often we check whether the popup was closed (milliseconds); browsers send no event for it. */
const closedCheck = 300;

interface IdentityMessage {
  type: "zippy-identity";
  idToken: string;
  user: ProviderUser;
}

/** The embedded identity of this machine: a popup page of our own server asks for name and email address. */
export function createLocalIdentity(): IdentityProvider {
  keepLocalKey();
  return {
    prepare: () => undefined,
    currentUser: rememberedUser,
    onChange: onRememberedUser,
    async signIn() {
      const { idToken, user } = await askInPopup(popupPath);
      rememberUser(user);
      return idToken;
    },
    async confirm() {
      return (await askInPopup(`${popupPath}?again=1`)).idToken;
    },
    async signOut() {
      rememberUser(null);
    },
  };
}

/** Resolves with what the popup posts; rejects if it is blocked or closed. */
function askInPopup(path: string): Promise<IdentityMessage> {
  const popup = window.open(path, "zippy-sign-in", popupFeatures);
  if (!popup) return Promise.reject(new Error(authTexts.popupBlocked));
  return new Promise((resolve, reject) => {
    let closedBefore = false;
    const timer = setInterval(() => {
      if (!popup.closed) return;
      // A message sent just before closing may still be on its way, so check once more.
      if (!closedBefore) {
        closedBefore = true;
        return;
      }
      stop();
      reject(new Error(authTexts.popupClosed));
    }, closedCheck);
    function onMessage(event: MessageEvent) {
      if (event.origin !== window.location.origin || event.source !== popup) return;
      if (!isIdentityMessage(event.data)) return;
      stop();
      popup?.close();
      resolve(event.data);
    }
    function stop() {
      clearInterval(timer);
      window.removeEventListener("message", onMessage);
    }
    window.addEventListener("message", onMessage);
  });
}

function isIdentityMessage(data: unknown): data is IdentityMessage {
  const { type, idToken, user } = (data ?? {}) as Partial<IdentityMessage>;
  return type === "zippy-identity" && typeof idToken === "string" && isProviderUser(user);
}
