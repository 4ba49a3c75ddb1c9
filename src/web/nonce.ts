declare global {
  /** Read by `get-nonce`, which the scroll lock of dialogs uses. */
  var __webpack_nonce__: string | undefined;
}

/** The page's nonce, for <style> elements created at run time; empty if there is none. */
export function styleNonce(): string {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
  globalThis.__webpack_nonce__ = nonce;
  return nonce;
}
