import { look, tokens } from '../../contracts/look.ts'

/** The lamp, of the button in an app and of the panel. */
const lamp = `
  .lamp { width: 9px; height: 9px; border-radius: 50%; background: var(--soft); flex: none; }
  .green { background: #2fbf71; }
  .amber { background: #f5a623; border-radius: 2px; transform: rotate(45deg); }
  .red { background: #f0525f; border-radius: 0; }
  @media (forced-colors: active) { .lamp { forced-color-adjust: none; } }
`

/** The styles of the app must not apply to the button: important rules of a shadow tree win over those of its page. */
export const buttonStyle = `
  :host { all: initial !important; direction: ltr !important; color-scheme: light dark !important; }
  ${tokens}
  ${lamp}
  button, iframe { position: fixed; z-index: 2147483000; right: 14px; bottom: 14px; color: var(--ink); background: var(--card); border: 1px solid var(--edge); box-shadow: 0 4px 18px #0004; }
  button { display: flex; align-items: center; gap: 8px; padding: 8px 13px; border-radius: 17px; font: 600 13px/1.2 var(--sans); }
  iframe { bottom: 58px; width: min(440px, calc(100vw - 28px)); height: min(760px, calc(100dvh - 72px)); box-sizing: border-box; }
`

/** The panel, which has its document to itself. */
export const panelStyle = `
  ${look}
  ${lamp}
  html { background: var(--card); font-size: 14px; }
  body { max-width: 60rem; min-height: 100vh; margin: 0 auto; display: flex; flex-direction: column; }
  main { flex: 1; }
  h1, h2 { font-size: 1em; }
  .bar { display: flex; flex-wrap: wrap; align-items: center; gap: 6px; padding: 8px 14px; }
  .bar .bar, .details .bar { padding: 0; }
  .wide { flex: 1 1 8em; min-width: 0; }
  .top, footer { position: sticky; top: 0; bottom: 0; z-index: 1; background: var(--card); border-block: 1px solid var(--line); }
  footer:not(:has(button)) { padding: 0; border: 0; }
  nav button { text-transform: capitalize; }
  .data { font-family: var(--mono); font-size: 12.5px; }
  .small, .empty { color: var(--soft); }
  .small { font-size: 12.5px; }
  .empty { padding: 32px; text-align: center; }
  .error, .lost { color: var(--bad); }
  .lost:not(:empty) { padding: 8px 14px; font-weight: 600; }
  summary { padding: 7px 14px; border-bottom: 1px solid var(--line); }
  summary:hover, .details { background: var(--sunk); }
  :focus-visible { outline-offset: -2px; }
  .rows > li { content-visibility: auto; contain-intrinsic-height: auto 35px; }
  .rows summary { display: flex; align-items: baseline; column-gap: 8px; }
  .rows summary::before { content: '\\25b8'; }
  .rows [open] > summary::before { content: '\\25be'; }
  .row { flex: 1; min-width: 0; display: flex; flex-wrap: wrap; column-gap: 10px; }
  .clip { flex: 1 1 16em; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .id { min-width: 3ch; text-align: end; }
  .details, form:not(.bar), .choices, .part { display: grid; grid-template-columns: minmax(0, 1fr); gap: 10px; }
  .details, .part { padding: 12px 14px; }
  .part .bar { padding: 0; }
  form:not(.bar) label { display: grid; gap: 3px; }
  .replies { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); gap: 14px; }
  pre, .list { max-height: 12em; overflow: auto; padding: 8px 10px; background: var(--card); border: 1px solid var(--line); white-space: pre-wrap; }
  dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 2px 14px; }
  .cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(165px, 1fr)); gap: 6px; }
  .card { display: grid; align-content: start; padding: 8px 10px; text-align: start; color: inherit; background: var(--sunk); border: 1px solid var(--soft); }
  nav [aria-current='page'], .card[aria-pressed='true'] { border: 2px solid; font-weight: 600; }
  .choices select { max-width: 60%; }
`

/** Constructed styles need no permission of a content security policy. @param Sheet of the document that has it. */
export function sheetWith(style: string, Sheet: typeof CSSStyleSheet): CSSStyleSheet {
  const sheet = new Sheet()
  sheet.replaceSync(style)
  return sheet
}
