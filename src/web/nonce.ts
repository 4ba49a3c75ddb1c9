declare global {
  /** Read by `get-nonce`, from which the scroll lock of dialogs takes its nonce. */
  var __webpack_nonce__: string | undefined;
}

/** The nonce the server put into the page, for every <style> made while running; empty where there is none. */
export function styleNonce(): string {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
  globalThis.__webpack_nonce__ = nonce;
  return nonce;
}
