// The websocket is beside the page, whatever the page's name and path; not all browsers resolve such an address. When it
// closes, the server gives a reason, and nobody does if the connection is lost. Of a lost network, it learns late or never.
window.WebSocket = class extends WebSocket {
  constructor(path) {
    super(`${new URL(path, location).href.replace(/^http/, "ws")}&proof=${document.body.dataset.proof}`);
    const end = (reason) => {
      document.body.dataset.end ||= reason || (document.body.classList.contains("-first-byte") ? "lost" : "refused");
    };
    this.addEventListener("close", ({ reason }) => end(reason));
    // What waits to be sent would keep the connection from closing as long as there is no network.
    addEventListener("offline", () => {
      end();
      this.close();
    });
  }
};

// The reviewer gets the keys as soon as it appears, without a click.
new MutationObserver((_, observer) => {
  const keyboard = document.querySelector(".xterm-helper-textarea");
  if (keyboard && document.body.classList.contains("-first-byte")) {
    keyboard.focus();
    observer.disconnect();
  }
}).observe(document.documentElement, { attributes: true, childList: true, subtree: true });
