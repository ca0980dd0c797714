import { look, tokens } from '../../contracts/look.ts'

/** The lamp, of the button in an app and of the panel: its shape says the same as its colour. */
const lamp = `
  .lamp { display: inline-block; flex: none; width: 9px; height: 9px; border-radius: 50%; background: var(--soft); }
  .lamp.good { background: var(--good); }
  .lamp.warn { background: var(--warn); border-radius: 2px; transform: rotate(45deg); }
  .lamp.bad { background: var(--bad); border-radius: 0; }
  @media (forced-colors: active) { .lamp { forced-color-adjust: none; } }
`

/** The styles of the app must not apply to the button: important rules of a shadow tree win over those of its page. */
export const buttonStyle = `
  :host { all: initial !important; direction: ltr !important; color-scheme: light dark !important; }
  ${tokens}
  ${lamp}
  button, iframe { position: fixed; z-index: 2147483000; right: 14px; bottom: 14px; color: var(--ink); background: var(--card); border: 1px solid var(--edge); box-shadow: 0 4px 20px #0005; }
  button { display: flex; align-items: center; gap: 8px; padding: 9px 14px; border-radius: var(--round); font: 600 13px/1.2 var(--sans); cursor: pointer; }
  button:hover { border-color: var(--accent); }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
  iframe { bottom: 60px; width: min(440px, calc(100vw - 28px)); height: min(760px, calc(100dvh - 74px)); box-sizing: border-box; border-radius: var(--radius); }
`

/** The panel, which has its document to itself. */
export const panelStyle = `
  ${look}
  ${lamp}
  :root { font-size: 14px; }
  body { min-height: 100dvh; display: flex; flex-direction: column; }
  .wide { flex: 1 1 9em; min-width: 0; }
  .small { color: var(--soft); font-size: 13px; }
  header.bar { padding: var(--s2) var(--s4); background: var(--card); }
  header h1 { font-size: 15px; }
  .address { display: flex; align-items: center; gap: var(--s2); min-width: 0; padding-inline-start: var(--s3); background: var(--sunk); border-radius: 6px; }
  .chips { flex: 1 1 16rem; min-width: 0; min-height: 34px; display: flex; align-items: center; gap: var(--s2); padding: 1px; overflow-x: auto; white-space: nowrap; }
  .chip { flex: none; min-height: 26px; padding: 1px 10px; border-radius: var(--round); border-color: var(--accent); background: var(--accent-ground); color: var(--accent); font-size: 13px; }
  nav { position: sticky; top: 0; z-index: 1; display: flex; padding-inline: var(--s2); overflow-x: auto; background: var(--card); border-bottom: 1px solid var(--line); }
  nav button { flex: none; min-height: 38px; padding-inline: var(--s2); background: none; border: 0; border-block: 2px solid transparent; border-radius: 0; color: var(--soft); }
  nav [aria-current='page'] { color: var(--ink); border-bottom-color: var(--accent); font-weight: 600; }
  nav button:focus-visible { outline-offset: -2px; }
  main { flex: 1; display: grid; grid-template: minmax(0, 1fr) / minmax(0, 1fr); }
  main > .stack { width: 100%; max-width: 96rem; margin-inline: auto; padding: var(--s4); gap: var(--s4); }
  footer.bar { position: sticky; bottom: 0; z-index: 1; padding: var(--s2) var(--s4); background: var(--card); border-top: 1px solid var(--line); }
  footer.bar:not(:has(button)) { padding: 0; border: 0; }
  .tools select { flex: 0 1 9rem; }
  .tools { padding: var(--s2) var(--s4); border-bottom: 1px solid var(--line); }
  .list { background: var(--card); }
  .rows > li { content-visibility: auto; contain-intrinsic-height: auto 48px; }
  .rows button { grid-template-columns: auto minmax(0, 1fr) auto; align-items: baseline; column-gap: var(--s3); }
  .rows .id { min-width: 3ch; text-align: end; white-space: nowrap; }
  .detail h2 { font-size: 15px; }
  .detail { padding: var(--s3) var(--s4) var(--s5); outline: none; scroll-margin-top: 40px; }
  .code { display: flex; align-items: center; gap: var(--s2); padding-inline-end: 6px; background: var(--sunk); border-radius: var(--radius); }
  .code pre { flex: 1; padding-inline-end: 0; font-size: 12px; }
  .code button { min-height: 28px; padding: 1px 8px; font-size: 12px; }
  .call { padding-block: var(--s2); }
  li:not(:last-child) > details { border-bottom: 1px solid var(--line); }
  details form { padding-block: var(--s2) var(--s4); }
  pre { max-height: 26rem; overflow: auto; }
  ins, del { display: block; margin-inline: calc(-1 * var(--s3)); padding-inline: var(--s3); text-decoration: none; background: var(--good-ground); color: var(--good); }
  del { background: var(--bad-ground); color: var(--bad); }
  dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 2px var(--s4); }
  .cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); gap: var(--s3); }
  .cards.wide-ones { grid-template-columns: repeat(auto-fit, minmax(min(100%, 21rem), 1fr)); }
  button.card { display: grid; align-content: start; text-align: start; }
  button[aria-pressed='true'] { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); background: var(--accent-ground); }
  .card > h2 { margin-bottom: var(--s2); }
  .answers { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 27rem), 1fr)); gap: var(--s2) var(--s5); }
  .answer { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 13rem); align-items: start; align-content: start; gap: 0 var(--s3); padding-block: var(--s2); border-top: 1px solid var(--line); }
  .answer .small { grid-column: 1 / -1; }
  .answer select { font: 13px var(--mono); }
  @media (max-width: 419.9px) { nav .mono { display: none; } }
  @media (min-width: 700px) {
    .split { display: grid; grid-template-columns: minmax(20rem, 42%) minmax(0, 1fr); }
    .list { border-inline-end: 1px solid var(--line); }
  }
  @media (min-width: 700px) and (min-height: 500px) {
    body { height: 100dvh; }
    main { min-height: 0; overflow: auto; }
    .split { min-height: 0; }
    .list, .detail { min-height: 0; overflow: auto; }
    .tools { position: sticky; top: 0; z-index: 1; background: var(--card); }
  }
  @media (max-width: 699.9px) {
    .split:has(.detail .back) .list, .detail:not(:has(.back)) { display: none; }
    .answer { grid-template-columns: minmax(0, 1fr); }
  }
`

/** Constructed styles need no permission of a content security policy. @param Sheet of the document that has it. */
export function sheetWith(style: string, Sheet: typeof CSSStyleSheet): CSSStyleSheet {
  const sheet = new Sheet()
  sheet.replaceSync(style)
  return sheet
}
