/**
 * The colours, type and distances of all that is looked at: the page of the server, the panel, the example front end and the
 * reports. Light and dark; every text has a contrast of at least 4.5 on every ground, every edge of a control 3.
 */
export const tokens = `
  :root, :host {
    color-scheme: light dark;
    --sans: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
    --mono: ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
    --s1: 4px; --s2: 8px; --s3: 12px; --s4: 16px; --s5: 24px; --s6: 40px;
    --radius: 8px; --round: 999px;
    --page: light-dark(#f6f7f9, #0f1217); --card: light-dark(#fff, #171b22); --sunk: light-dark(#eef1f5, #0b0e12);
    --line: light-dark(#dfe3e9, #2b313b); --edge: light-dark(#858e9c, #687284);
    --ink: light-dark(#171a21, #e8eaee); --soft: light-dark(#566070, #9ba4b3);
    --accent: light-dark(#4338ca, #a5b4fc); --accent-ground: light-dark(#eceeff, #23274d); --on-accent: light-dark(#fff, #14163a);
    --good: light-dark(#0c6f47, #5dd39e); --good-ground: light-dark(#e3f5ec, #12291f);
    --warn: light-dark(#7f4c00, #f2b866); --warn-ground: light-dark(#fff1d6, #2e2310);
    --bad: light-dark(#b3261e, #ff8a80); --bad-ground: light-dark(#fdecea, #331613);
  }
`

/** The tokens, and how the elements of a page look with them; any rule outside of a layer wins. */
export const look = `
${tokens}
@layer look {
  *, ::before, ::after { box-sizing: border-box; }
  :root { background: var(--page); color: var(--ink); accent-color: var(--accent); font: 15px/1.5 var(--sans); }
  body { margin: 0; overflow-wrap: anywhere; }
  h1, h2, h3 { margin: 0; font-weight: 650; line-height: 1.3; }
  h1 { font-size: 22px; } h2 { font-size: 17px; } h3 { font-size: 15px; }
  p, ul, ol, dl, dd, pre, blockquote { margin: 0; padding: 0; list-style: none; }
  a { color: var(--accent); }
  code, pre { font: 13px/1.55 var(--mono); }
  pre { padding: var(--s3); background: var(--sunk); border-radius: var(--radius); white-space: pre-wrap; }
  blockquote { padding-inline-start: var(--s3); border-inline-start: 3px solid var(--line); color: var(--soft); }
  button, input, select, textarea, .button { min-height: 32px; min-width: 0; max-width: 100%; padding: 3px var(--s3); font: inherit; color: inherit;
    background: var(--card); border: 1px solid var(--edge); border-radius: 6px; }
  button, .button { cursor: pointer; text-decoration: none; line-height: 24px; }
  button:hover, .button:hover { background: var(--accent-ground); border-color: var(--accent); }
  .primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
  .primary:hover { background: color-mix(in srgb, var(--accent) 88%, var(--ink)); }
  ::placeholder { color: var(--soft); opacity: 1; }
  summary { cursor: pointer; }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
  mark { padding: 0 2px; border-radius: 3px; background: var(--warn-ground); color: var(--warn); }
  .card { padding: var(--s4); background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); }
  .badge { display: inline-block; padding: 1px 10px; border-radius: var(--round); background: var(--sunk); color: var(--soft); font-weight: 600; font-size: 13px; }
  .method { display: inline-block; min-width: 58px; padding: 1px 6px; border-radius: 4px; background: var(--accent-ground); color: var(--accent);
    font: 600 12px/1.5 var(--mono); text-align: center; }
  .bar { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s2); }
  .stack { display: grid; grid-template-columns: minmax(0, 1fr); grid-auto-rows: max-content; align-content: start; gap: var(--s3); }
  .clip { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .empty { padding: var(--s6) var(--s4); color: var(--soft); text-align: center; }
  form label { display: grid; gap: var(--s1); font-weight: 600; }
  form input, form textarea { font-weight: 400; }
  .rows :is(a, button) { display: grid; width: 100%; padding: 6px var(--s4); text-align: start; text-decoration: none; color: inherit;
    background: none; border: 0; border-bottom: 1px solid var(--line); border-radius: 0; }
  .rows :where(a, button):hover { background: var(--sunk); }
  .rows :is(a, button):focus-visible { outline-offset: -2px; }
  .rows :is([aria-current='true'], [aria-current='page']) { background: var(--accent-ground); box-shadow: inset 3px 0 var(--accent); }
  [role='alert']:not(:empty) { padding: var(--s2) var(--s4); background: var(--bad-ground); color: var(--bad); font-weight: 600; }
  .mono { font-family: var(--mono); font-size: 13px; }
  .soft, .faint { color: var(--soft); }
  .good { color: var(--good); } .warn { color: var(--warn); } .bad { color: var(--bad); }
  .badge.good { background: var(--good-ground); } .badge.warn { background: var(--warn-ground); } .badge.bad { background: var(--bad-ground); }
  @media (forced-colors: active) { .badge, .method { border: 1px solid; } }
}
`
