/** The colours and the lamp, of the button in an app and of the panel. */
const common = `
  :host, html {
    color-scheme: light dark;
    --paper: light-dark(#fff, #191917);
    --sunk: light-dark(#f3f3f0, #252522);
    --ink: light-dark(#191917, #f2f1ea);
    --soft: light-dark(#5f5f58, #a9a89c);
    --line: light-dark(#e3e3dd, #34342f);
    --edge: light-dark(#8d8d85, #75746b);
    --mark: #ffe24a;
    --good: light-dark(#0b7443, #62d69e);
    --warn: light-dark(#8a5200, #f3b950);
    --bad: light-dark(#bb1e2c, #ff8d88);
    --focus: light-dark(#1b5fd1, #7fb2ff);
    font: 14px/1.45 system-ui, sans-serif;
  }
  *, ::before, ::after { box-sizing: border-box; }
  :focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
  .lamp { width: 9px; height: 9px; border-radius: 50%; background: var(--edge); flex: none; }
  .green { background: #2fbf71; }
  .amber { background: #f5a623; border-radius: 2px; transform: rotate(45deg); }
  .red { background: #f0525f; border-radius: 0; }
  @media (forced-colors: active) { .lamp, mark, .lost { forced-color-adjust: none; } }
`

/** The styles of the app must not apply to the button: important rules of a shadow tree win over those of its page. */
export const buttonStyle = `
  :host { all: initial !important; direction: ltr !important; }
  ${common}
  button {
    position: fixed;
    z-index: 2147483000;
    right: 14px;
    bottom: 14px;
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 34px;
    padding: 0 13px 0 11px;
    border: 1px solid var(--ink);
    border-radius: 17px;
    background: var(--ink);
    color: var(--paper);
    font: 600 13px/1 system-ui, sans-serif;
    box-shadow: 0 0 0 1px var(--paper), 0 4px 14px #0003;
    cursor: pointer;
  }
  iframe {
    position: fixed;
    z-index: 2147483000;
    right: 14px;
    bottom: 58px;
    width: min(440px, calc(100vw - 28px));
    height: min(760px, calc(100dvh - 72px));
    border: 1px solid var(--edge);
    border-radius: 8px;
    background: var(--paper);
    box-shadow: 0 8px 30px #0004;
  }
`

/** The panel, which has its document to itself. */
const panelStyle = `
  ${common}
  html { height: 100%; background: var(--paper); color: var(--ink); }
  body { min-height: 100%; margin: 0; display: flex; flex-direction: column; overflow-wrap: anywhere; }
  main { flex: 1; width: 100%; max-width: 60rem; margin: 0 auto; padding-bottom: 24px; }
  header.bar { width: 100%; max-width: 60rem; margin: 0 auto; }
  h1, h2, h3, p, ul, ol, dl, dd, pre, blockquote { margin: 0; padding: 0; list-style: none; }
  h1, h2, h3 { font-size: 1em; }
  a { color: var(--focus); }
  button, input, select, textarea {
    min-height: 30px;
    min-width: 0;
    max-width: 100%;
    margin: 0;
    padding: 3px 9px;
    border: 1px solid var(--edge);
    border-radius: 5px;
    background: var(--paper);
    color: inherit;
    font: inherit;
  }
  button, select, summary { cursor: pointer; }
  button:hover, summary:hover { background: var(--sunk); }
  button.first { background: var(--ink); border-color: var(--ink); color: var(--paper); font-weight: 600; }
  ::placeholder { color: var(--soft); opacity: 1; }
  .bar { display: flex; flex-wrap: wrap; align-items: center; gap: 6px; padding: 8px 14px; }
  .bar .bar, form .bar { padding: 0; }
  .wide { flex: 1 1 8em; min-width: 0; }
  .status { flex: 1 0 auto; display: flex; align-items: center; gap: 6px; }
  .top { position: sticky; top: 0; background: var(--paper); border-bottom: 1px solid var(--line); z-index: 1; }
  nav button { border: 0; text-transform: capitalize; background: none; }
  nav [aria-current='page'] { background: var(--mark); color: #191917; font-weight: 600; }
  .data { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 12.5px; }
  .soft { color: var(--soft); }
  .small { font-size: 12.5px; color: var(--soft); }
  .empty { padding: 32px; text-align: center; color: var(--soft); }
  .good { color: var(--good); }
  .warn { color: var(--warn); }
  .bad { color: var(--bad); }
  mark { padding: 0 3px; border-radius: 3px; background: var(--mark); color: #191917; }
  blockquote { padding-left: 10px; border-left: 4px solid var(--mark); }
  summary { padding: 7px 14px; border-bottom: 1px solid var(--line); list-style: none; }
  summary::before { content: '\\25b8  '; white-space: pre; color: var(--soft); }
  [open] > summary::before { content: '\\25be  '; }
  summary:focus-visible { outline-offset: -2px; }
  .rows > li { content-visibility: auto; contain-intrinsic-height: auto 35px; }
  .rows summary { display: flex; align-items: baseline; column-gap: 8px; }
  .row { flex: 1; min-width: 0; display: flex; flex-wrap: wrap; column-gap: 10px; }
  .clip { flex: 1 1 16em; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .id { min-width: 3ch; text-align: end; }
  .details, form:not(.bar), .choices { display: grid; grid-template-columns: minmax(0, 1fr); gap: 10px; }
  .details { padding: 12px 14px 16px; background: var(--sunk); border-bottom: 1px solid var(--line); }
  .details .bar { padding: 0; }
  form label { display: grid; gap: 3px; font-weight: 600; }
  form.bar label { display: flex; align-items: center; font-weight: 400; }
  form input, textarea { font-weight: 400; }
  textarea { resize: vertical; }
  .replies { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); gap: 14px; align-items: start; }
  .replies section { display: grid; gap: 4px; min-width: 0; }
  pre, .list { max-height: 12em; overflow: auto; padding: 8px 10px; background: var(--paper); border: 1px solid var(--line); border-radius: 5px; }
  pre { white-space: pre-wrap; }
  .headers summary { padding: 2px 0; border: 0; }
  dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 2px 14px; }
  .part { padding: 14px 14px 0; }
  .part .bar { padding: 8px 0; }
  .part h2 { padding-bottom: 6px; }
  .cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(165px, 1fr)); gap: 6px; }
  .card { display: grid; align-content: start; padding: 8px 10px; text-align: start; }
  .card[aria-pressed='true'] { border-color: var(--ink); box-shadow: inset 0 0 0 1px var(--ink); }
  .choices select { max-width: 60%; }
  .choices .bar { padding: 0; }
  .lost:not(:empty) { padding: 8px 14px; background: var(--mark); color: #191917; }
  footer.bar { position: sticky; bottom: 0; background: var(--paper); border-top: 1px solid var(--line); }
  footer.silent { padding: 0; border: 0; }
  footer.error { background: var(--bad); color: var(--paper); }
  footer.error button { color: var(--ink); }
  footer p:not(:empty) { flex: 1; }
`

/** The styles of the panel for a document. Constructed styles need no permission of a content security policy. */
export function sheetFor({ defaultView }: Document): CSSStyleSheet {
  return sheetWith(panelStyle, (defaultView as Window & typeof globalThis).CSSStyleSheet)
}

export function sheetWith(style: string, Sheet: typeof CSSStyleSheet): CSSStyleSheet {
  const sheet = new Sheet()
  sheet.replaceSync(style)
  return sheet
}
