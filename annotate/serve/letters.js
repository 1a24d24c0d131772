// Scripts that run from right to left, and those from India to Cambodia, are drawn in pieces, in which letters are joined and
// in order, and not letter by letter. Where most letters run to the left, what is between them, before and behind is in the
// piece, too, but not in the list of documents, whose rows have a sign at the beginning and columns behind the title, nor the
// brackets with which the reviewer marks words.
const JOINED = "[\u0590-\u109f\u1780-\u17ff\ufb1d-\ufdff\ufe70-\ufefc]";
const PIECE = new RegExp(`${JOINED}(?:[^\\p{L}<>]*${JOINED})*`, "gu");
const WHOLE = /[^\s\p{S}[\]](?:[^\p{S}[\]]*[^\s\p{S}[\]])?/gu;
const ROW = /^.?[\p{S}…]/u;
const LEFTWARD = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;
const isLeftward = (text) => {
  const letters = text.match(/\p{L}/gu) ?? [];
  return 2 * letters.filter((letter) => LEFTWARD.test(letter)).length > letters.length;
};
const findPieces = (text) => {
  const found = text.matchAll(isLeftward(text) && !ROW.test(text) ? WHOLE : PIECE);
  // The terminal takes the code point of a single letter, which a piece has not.
  return [...found].map(({ index, 0: piece }) => [index, index + piece.length]).filter(([start, end]) => end - start > 1);
};

// A piece, or a sign of another font, that is wider than its cells, or than the canvas on which it is prepared, is drawn
// narrower. The canvas has room for a line on a screen with three pixels in each of the page's.
Object.defineProperty(Object.prototype, "_textureSize", { get: () => 2048, set() {} });
const WIDE = new RegExp(`${JOINED}|\\p{So}`, "u");
let shown; // the terminal
const { fillText } = CanvasRenderingContext2D.prototype;
CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
  const { unicodeService, _renderService } = shown._core;
  const cells = unicodeService.getStringCellWidth(text) * _renderService.dimensions.device.cell.width;
  this.direction = isLeftward(text) ? "rtl" : "ltr";
  this.textAlign = "left";
  fillText.call(this, text, x, y, text.match(WIDE) ? Math.min(cells, this.canvas.width - x) : undefined);
};

// The reviewer counts no cell for a mark, also for the vowel signs of India, which the terminal gives one each, nor for what
// a joiner joins, and two for an emoji. A cell's width and what is in it are packed as the terminal packs them.
const MARK = /[\p{M}\p{EMod}]/u;
const EMOJI = /(?!\p{RI})\p{Emoji_Presentation}/u;
const [JOINER, AS_EMOJI] = ["\u200d", "\ufe0f"];
const countAsReviewer = (terminal) => {
  const usual = terminal._core.unicodeService._activeProvider;
  const wcwidth = (code) => {
    const letter = String.fromCodePoint(code);
    return MARK.test(letter) ? 0 : EMOJI.test(letter) ? 2 : usual.wcwidth(code);
  };
  const charProperties = (code, before) => {
    const [last, width, letter] = [String.fromCodePoint(before >> 3), (before >> 1) & 3, String.fromCodePoint(code)];
    const isJoined = last === JOINER || wcwidth(code) === 0;
    const counted = !isJoined ? wcwidth(code) : letter === AS_EMOJI && /\p{Emoji}/u.test(last) ? 2 : width;
    return (code << 3) | (counted << 1) | isJoined;
  };
  terminal.unicode.register(Object.assign(Object.create(usual), { version: "reviewer", wcwidth, charProperties }));
  terminal.unicode.activeVersion = "reviewer";
};

// In place of the renderer by WebGL. The one by canvas comes after it and replaces it, but is not used if WebGL is missing;
// then columns do not line up where there are Arabic letters.
const joining = {
  activate: (terminal) => {
    shown = terminal;
    setTimeout(() => { // when it is open
      terminal.registerCharacterJoiner(findPieces);
      countAsReviewer(terminal);
    });
  },
  dispose() {},
};
Object.defineProperty(Object.prototype, "webglAddon", { get: () => joining, set() {} });
