"""The banners of common consent managers, cut down to what Autoconsent's rules look for in them."""

from __future__ import annotations

_SHELL = """<!doctype html><html lang=en><body><p>The text.</p>%s<script>
function answer(said) {
  document.querySelectorAll("[data-banner]").forEach((banner) => banner.remove());
  document.body.append(said);
}
addEventListener("click", (event) => {
  const said = event.composedPath()[0].dataset.said;
  if (said) answer(said);
});
%s</script></body></html>"""


def _button(said: str, attributes: str, name: str = "") -> str:
    return f"<button type=button data-said={said} {attributes}>{name or said}</button>"


def _banner(attributes: str, inside: str, script: str = "") -> str:
    return _SHELL % (f"<div data-banner {attributes}>We value your privacy {inside}</div>", script)


def _no(attributes: str) -> str:
    return _button("Denied.", attributes)


def _yes(attributes: str) -> str:
    return _button("Accepted.", attributes)


MANAGERS: dict[str, str] = {
    "Onetrust": _banner(
        "id=onetrust-consent-sdk",
        "<div id=onetrust-banner-sdk>"
        + _no("id=onetrust-reject-all-handler")
        + _yes("id=onetrust-accept-btn-handler")
        + "</div>",
    ),
    "Cybotcookiebot": _banner(
        "id=CybotCookiebotDialog",
        _no("id=CybotCookiebotDialogBodyLevelButtonLevelOptinDeclineAll")
        + _yes("id=CybotCookiebotDialogBodyLevelButtonAccept"),
        "window.Cookiebot = { hasResponse: false, dialog: { visible: true } };",
    ),
    "didomi": _banner(
        "id=didomi-host",
        "<div id=didomi-notice>"
        + _no("id=didomi-notice-disagree-button")
        + _yes("id=didomi-notice-agree-button")
        + "</div>",
    ),
    "quantcast": _banner(
        "id=qc-cmp2-container",
        "<div id=qc-cmp2-ui><div class=qc-cmp2-summary-buttons>"
        + _no("mode=secondary id=disagree-btn")
        + _yes("mode=primary")
        + "</div></div>",
    ),
    "usercentrics-api": _banner(
        "id=usercentrics-root",
        "<template shadowrootmode=open><div data-testid=uc-container>"
        + _no("data-testid=uc-deny-all-button")
        + "We value your privacy</div></template>",
        "window.UC_UI = { acceptAllConsents: () => (answer('Accepted.'), true), closeCMP: () => true,"
        " areAllConsentsAccepted: () => true };",
    ),
    "TrustArc-top": _banner(
        "id=truste-consent-track",
        "<div id=truste-consent-content>"
        + _no("id=truste-consent-required")
        + _yes("id=truste-consent-button")
        + "</div>",
    ),
    "Sourcepoint-frame": _SHELL
    % (
        "",
        """setTimeout(() => {
  const frame = document.createElement("iframe");
  frame.dataset.banner = "";
  frame.src = "/index.html?message_id=1";
  document.body.append(frame);
}, 200);""",
    ),
    "Klaro": _banner(
        "class=klaro",
        "<div class=cookie-notice>" + _no("class=cn-decline") + _yes("class=cm-btn-success") + "</div>",
    ),
    "cookieyes": _banner(
        "class=cky-consent-container", _no("data-cky-tag=reject-button") + _yes("data-cky-tag=accept-button")
    ),
    "Complianz banner": _banner(
        "id=cmplz-cookiebanner-container",
        "<div class=cmplz-cookiebanner>" + _no("class=cmplz-deny") + _yes("class=cmplz-accept") + "</div>",
    ),
    "iubenda": _banner(
        "id=iubenda-cs-banner", _no("class=iubenda-cs-reject-btn") + _yes("class=iubenda-cs-accept-btn")
    ),
    "inmobi": _banner(
        "class=accept-cookie",
        "<div class=accept-cookie-inner>"
        + _button("Denied.", "", "Decline")
        + _button("Accepted.", "", "Accept")
        + "</div>",
    ),
    "consentmanager.net": _banner(
        "id=cmpbox", "<a class=cmpmore>More</a>" + _no("class=cmpboxbtnno") + _yes("class=cmpboxbtnyes")
    ),
}
"""Name of the rule -> a page with its banner, which says "Denied." or "Accepted." once it is answered."""

LATE = (
    MANAGERS["Klaro"]
    .replace("<div data-banner", "<template><div data-banner")
    .replace("</div></div>", "</div></div></template>")
    .replace(
        "</script>", "setTimeout(() => document.body.append(document.querySelector('template').content), %d)</script>"
    )
)
"""A banner that comes after so many milliseconds."""

SOURCEPOINT_FRAME = (
    "<!doctype html><body>We value your privacy"
    + _no("class=sp_choice_type_13")
    + _yes("class=sp_choice_type_11")
    + "<script>addEventListener('click', ({ target }) => parent.answer(target.dataset.said))</script></body>"
)
"""What Sourcepoint shows in a frame of its own."""
