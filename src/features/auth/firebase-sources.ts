import type { OutsideSources } from "../../server/http/http-server";

/**
 * What the browser may load from outside for Google's popup: Google's script, the frame that talks to the
 * popup, the token service, and profile pictures.
 */
export function firebaseSources(
  { projectId, authDomain }: { projectId: string | null; authDomain: string | null },
  emulatorHost: string | undefined,
): OutsideSources {
  const emulator = emulatorHost ? [`http://${emulatorHost}`] : [];
  const domain = hostName(authDomain ?? `${projectId ?? ""}.firebaseapp.com`);
  return {
    scripts: ["https://apis.google.com"],
    frames: [...(domain ? [`https://${domain}`] : []), ...emulator],
    connections: [
      "https://identitytoolkit.googleapis.com",
      "https://securetoken.googleapis.com",
      "https://apis.google.com",
      ...emulator,
    ],
    images: ["https://*.googleusercontent.com"],
  };
}

/** The name, if valid: it comes from the settings and goes into a header. */
function hostName(text: string): string | undefined {
  return /^[a-z0-9.-]+(:\d+)?$/i.test(text) ? text : undefined;
}
