/**
 * Stripe's script, as docs.stripe.com/js describes its functions, with a field instead of its frame. The page
 * offers it `confirmAtStripe(secret)` and `formLoads()`.
 */
export const stripeScript = `window.Stripe = () => {
  const confirm = async ({ confirmParams }, secret) => {
    const { message, status } = await window.confirmAtStripe(secret);
    if (message) return { error: { message } };
    window.location.assign(confirmParams.return_url + "&redirect_status=" + status);
    return new Promise(() => {});
  };
  let secret = "";
  const element = (listeners = {}) => ({
    mount(target) {
      const node = typeof target === "string" ? document.querySelector(target) : target;
      node.textContent = "Card number";
      void window.formLoads().then(() => (listeners.ready ?? []).forEach((run) => run()));
    },
    on(name, run) { (listeners[name] ??= []).push(run); return this; },
    off() { return this; }, once() { return this; }, update() {}, destroy() {}, unmount() {},
  });
  return {
    elements(options) {
      secret = options.clientSecret;
      let made = null;
      return { create: () => (made = element()), getElement: () => made, update() {}, submit: async () => ({}) };
    },
    confirmSetup: (given) => confirm(given, secret),
    confirmPayment: (given) => confirm(given, secret),
    createToken() {}, createPaymentMethod() {}, confirmCardPayment() {}, registerAppInfo() {}, _registerWrapper() {},
  };
};`;
