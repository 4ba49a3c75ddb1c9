// Replaces https://apis.google.com/js/api.js with the part of gapi.iframes that connects the Firebase SDK in
// a page with the Auth emulator's helper in its iframe. Both load this script, which forwards calls by
// postMessage.
(() => {
  const script = document.currentScript;
  let calls = 0;

  /** One end of the channel between a page and its iframe. `peer` returns the other end's window. */
  function openChannel(peer) {
    const handlers = new Map();
    const waiting = [];
    const answers = new Map();
    let peerIsThere;
    const ready = new Promise((resolve) => {
      peerIsThere = resolve;
    });
    const post = (message) => peer().postMessage({ gapiRelay: message }, "*");

    function receive({ kind, id, name, data }) {
      if (kind === "here") peerIsThere();
      if (kind === "answer") quietly(() => answers.get(id)?.([data]));
      if (kind === "call") {
        waiting.push({ id, name, data });
        serve();
      }
    }

    // A call may arrive before its handler: the iframe reports its state while the page is still setting up.
    function serve() {
      for (const call of waiting.splice(0)) {
        const handler = handlers.get(call.name);
        if (handler) post({ kind: "answer", id: call.id, data: quietly(() => handler(call.data)) });
        else waiting.push(call);
      }
    }

    addEventListener("message", ({ source, data }) => {
      if (source === peer() && data?.gapiRelay) receive(data.gapiRelay);
    });

    return {
      /** Tells the other end that this one accepts calls. */
      announce() {
        post({ kind: "here" });
        peerIsThere();
      },
      register(name, handler) {
        handlers.set(name, handler);
        serve();
      },
      send(name, data, answered) {
        const id = ++calls;
        if (answered) answers.set(id, answered);
        ready.then(() => post({ kind: "call", id, name, data }));
      },
      ping: (answered) => ready.then(answered),
      restyle: () => Promise.resolve(),
    };
  }

  // The SDK's callback for webStorageSupport throws after every response. The real script ignores that too.
  function quietly(callback) {
    try {
      return callback();
    } catch {
      return undefined;
    }
  }

  function openIframe({ where, url, attributes: { style, ...attributes } }, opened) {
    const frame = document.createElement("iframe");
    Object.assign(frame.style, style);
    for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value);
    frame.src = url;
    const channel = openChannel(() => frame.contentWindow);
    where.append(frame);
    return opened(channel);
  }

  let parentChannel;
  function channelToParent() {
    if (!parentChannel) {
      parentChannel = openChannel(() => parent);
      parentChannel.announce();
    }
    return parentChannel;
  }

  window.gapi = {
    load: (_parts, { callback }) => setTimeout(callback),
    iframes: {
      CROSS_ORIGIN_IFRAMES_FILTER: () => true,
      Iframe: openChannel,
      getContext: () => ({ open: openIframe, getParentIframe: channelToParent }),
    },
  };
  window[new URL(script.src).searchParams.get("onload") ?? "gapi_onload"]?.();
})();
