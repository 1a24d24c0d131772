// The page's websocket is beside the page, whatever the page's name and path. Not all browsers resolve such an address.
window.WebSocket = class extends WebSocket {
  constructor(path) {
    super(new URL(path, location).href.replace(/^http/, "ws"));
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
