/** The style of the HTML report: light, dark and print. Colours have a contrast of at least 4.5. */
export const htmlStyle = `
:root { color-scheme: light dark; --page: light-dark(#fbfaf8, #16181b); --card: light-dark(#fff, #1e2125); --ink: light-dark(#1d2024, #e8e6e1);
  --soft: light-dark(#585d66, #a9adb5); --line: light-dark(#d9d6cf, #383d44); --good: light-dark(#17663a, #7bd49a); --bad: light-dark(#b3201d, #ff9a8f);
  --warn: light-dark(#8a5300, #f0b95a); --bad-soft: light-dark(#fdeceb, #3a2020); --good-soft: light-dark(#e9f6ee, #1a3124); --code: light-dark(#f3f1ec, #272b30); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 70rem; padding: 2rem 1.25rem 4rem; background: var(--page); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.3; margin: .5rem 0 1rem; font-weight: 600; }
h2 { font-size: 1.15rem; margin: 2.5rem 0 .75rem; }
h3 { font-size: 1.05rem; margin: 0 0 .5rem; }
h4, section > h3 { font-size: .85rem; margin: 1.25rem 0 .35rem; color: var(--soft); font-weight: 600; }
p { margin: .5rem 0; }
a { color: inherit; } :target { outline: 2px solid var(--warn); outline-offset: 2px; }
.verdict { display: inline-block; margin: 0; padding: .15rem .7rem; border: 2px solid; border-radius: .3rem; font-weight: 700; letter-spacing: .05em; }
.held, .good { color: var(--good); } .broken, .bad { color: var(--bad); } .differs, .warn { color: var(--warn); } .not-judged, .observed, .soft { color: var(--soft); }
.weak { margin: 1rem 0; padding: .25rem 1rem; border-left: 4px solid var(--warn); background: var(--card); }
.weak h2 { margin: .6rem 0 .25rem; } .weak ul { margin: .25rem 0 .6rem; padding-left: 1.2rem; } .weak li { margin: .4rem 0; }
.cause { margin: 0 0 1.25rem; padding: 1.1rem 1.25rem; background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--bad); border-radius: .4rem; }
blockquote { margin: .5rem 0; padding-left: .9rem; border-left: 3px solid var(--line); color: var(--soft); }
.about { font-size: 1.1rem; font-weight: 600; margin: .9rem 0 .25rem; }
code, pre { font: .85rem/1.5 ui-monospace, "Cascadia Code", Menlo, Consolas, monospace; }
pre { margin: 0; padding: .6rem .75rem; background: var(--code); border-radius: .3rem; white-space: pre-wrap; }
.exchange { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem; margin: .5rem 0; }
.exchange > :first-child { grid-column: 1 / -1; }
.side { min-width: 0; } .side h5 { margin: 0 0 .2rem; font-size: .8rem; font-weight: 600; }
.side.wrong pre { background: var(--bad-soft); } .side.right pre { background: var(--good-soft); }
table { border-collapse: collapse; width: 100%; font-size: .9rem; background: var(--card); }
caption { text-align: left; color: var(--soft); padding: .25rem 0; }
th, td { padding: .4rem .6rem; border: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th { background: var(--code); } tbody th { font-weight: 500; }
thead th, tbody th > code, td > strong, td > span { overflow-wrap: normal; }
.scroll { overflow-x: auto; } .scroll table { min-width: 40rem; } .scroll:focus-visible, summary:focus-visible { outline: 3px solid var(--warn); outline-offset: 2px; }
dl.facts { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.25rem; margin: 0; } dl.facts dt { color: var(--soft); } dl.facts dd { margin: 0; min-width: 0; }
details { margin: .75rem 0; } summary { cursor: pointer; }
@media (max-width: 40rem) { body { padding: 1rem .75rem 3rem; } .exchange { grid-template-columns: 1fr; } .cause { padding: .8rem; } dl.facts { grid-template-columns: 1fr; } dl.facts dd { margin-bottom: .4rem; } }
@media (forced-colors: active) { .verdict, .cause { border-color: CanvasText; } }
@page { margin: 14mm; }
@media print { :root { color-scheme: light; print-color-adjust: exact; } body { max-width: none; padding: 0; background: none; font-size: 9pt; line-height: 1.4; }
  h1 { font-size: 14pt; } h2 { margin: 1.2rem 0 .4rem; } h2, h3, h4, h5, caption { break-after: avoid; } h4 { margin: .6rem 0 .2rem; } code, pre { font-size: 7.5pt; } pre { padding: .3rem .5rem; }
  .about { font-size: 10pt; } .cause { padding: .6rem .8rem; } .exchange, blockquote, tr, pre { break-inside: avoid; } table { font-size: 8pt; } th, td { padding: .2rem .4rem; }
  .scroll { overflow: visible; } .scroll table { min-width: 0; } details.printed::details-content { content-visibility: visible; block-size: auto; } }
`
