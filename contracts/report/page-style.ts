/** The rules of a report on a page beside the common look, and of print. */
export const pageStyle = `
body { margin: 0 auto; max-width: 75rem; padding: var(--s5) var(--s5) var(--s6); }
main, header { display: grid; gap: var(--s5); }
header { margin-bottom: var(--s5); gap: var(--s4); }
h1 { line-height: 1.4; font-weight: 400; }
h1 > span { padding: 2px var(--s3); border-radius: var(--round); background: color-mix(in srgb, currentColor 10%, var(--page)); font-size: 15px; font-weight: 600; vertical-align: 2px; letter-spacing: .04em; }
h2:has(strong) { font-weight: 400; }
p { white-space: pre-line; max-width: 52rem; }
footer { margin-top: var(--s5); color: var(--soft); }
section.bad, section.warn, section.good { color: inherit; border-left: 4px solid; }
section.bad { border-left-color: var(--bad); } section.warn { border-left-color: var(--warn); } section.good { border-left-color: var(--good); }
:target { outline: 2px solid var(--accent); outline-offset: 2px; }
mark.bad { background: var(--bad-ground); color: var(--bad); font-weight: 600; } mark.good { background: var(--good-ground); color: var(--good); font-weight: 600; }
.numbers { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: var(--s3); }
.numbers .card { padding: var(--s3) var(--s4); } .numbers b { display: block; font-size: 24px; line-height: 1.25; }
.exchanges > li { display: grid; grid-template-columns: 4.5rem minmax(0, 1fr) 2.5rem minmax(0, 1fr); gap: 0 var(--s3); padding: var(--s2); border-top: 1px solid var(--line); align-items: start; }
.exchanges pre { padding: 0; background: none; } .exchanges .nowhere { background: var(--bad-ground); }
.timed > li { grid-template-columns: 4.5rem 2.5rem minmax(0, 1fr) minmax(0, 1.1fr); } .timed > li > :nth-child(2) { grid-column: 2 / 4; } .timed > li > :nth-child(3) { grid-area: 2 / 2; } .timed > li > :nth-child(4) { grid-area: 2 / 3; }
.timed .lane { grid-area: 1 / 4 / 3; align-self: stretch; margin: calc(-1 * var(--s2)) var(--s2); min-height: 60px; position: relative; }
.lane svg { position: absolute; overflow: visible; } .lane line { stroke: var(--line); } .lane rect { fill: var(--accent-ground); stroke: var(--accent); stroke-width: 1.5; }
.lane text { font: 12px var(--sans); fill: var(--soft); } .nowhere .lane rect { fill: var(--card); stroke: var(--bad); }
.timeline { display: grid; gap: var(--s2); } .timeline svg { width: 100%; height: 80px; border-bottom: 1px solid var(--edge); } .timeline svg:last-of-type { height: 32px; }
.timeline rect { fill: currentColor; } .timeline p { white-space: normal; } .timeline p span { display: inline-block; margin-right: var(--s3); } .timeline ol { display: flex; justify-content: space-between; font-size: 13px; margin-top: calc(-1 * var(--s1)); }
.compared { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: var(--s3); }
.compared dt { font-weight: 600; font-size: 13px; margin-bottom: var(--s1); }
summary { color: var(--accent); } details[open] > summary { margin-bottom: var(--s2); }
.code { user-select: all; }
.clauses { columns: 3 20rem; gap: var(--s3); } .clauses > * { break-inside: avoid; margin-bottom: var(--s3); } .clauses a, .clauses .mono { white-space: nowrap; }
.clauses h3 { display: flex; justify-content: space-between; margin-bottom: var(--s2); }
.clauses li { display: grid; grid-template-columns: 1rem 1fr auto; gap: var(--s2); padding: var(--s1) 0; }
.choices > div, .answers > div { display: grid; grid-template-columns: 11rem 1fr; gap: var(--s1) var(--s3); padding: var(--s1) 0; border-top: 1px solid var(--line); }
.answers > div { padding-block: var(--s2); } .choices dt, .answers dt { font-weight: 600; } .choices dd { display: flex; flex-wrap: wrap; gap: 2px var(--s4); }
.choices b, .choices mark { font: 600 13px/1.6 var(--mono); }
@media (max-width: 46rem) { body { padding: var(--s4) var(--s3); }
  .exchanges > li, .timed > li { grid-template-columns: auto minmax(0, 1fr) auto; gap: var(--s1) var(--s2); } .exchanges > li > :nth-child(n + 4) { grid-column: 1 / -1; }
  .timed > li > :nth-child(2) { grid-column: 2; } .timed > li > :nth-child(3) { grid-area: 1 / 3; } .timed > li > :nth-child(4) { grid-area: 2 / 1 / auto / -1; } .timed .lane { grid-area: auto / 1 / auto / -1; margin-bottom: 0; min-height: 48px; }
  .choices > div, .answers > div { grid-template-columns: 1fr; } }
@media (forced-colors: active) { section[class] { border: 1px solid CanvasText; } }
@page { margin: 14mm; }
@media print { :root { color-scheme: light; print-color-adjust: exact; background: none; font-size: 9pt; } body { max-width: none; padding: 0; }
  h1 { font-size: 14pt; } h2 { font-size: 11pt; } h1, h2, h3 { break-after: avoid; } code, pre, .mono { font-size: 7.5pt; }
  .card, .exchanges > li { break-inside: avoid; } details::details-content { content-visibility: visible; block-size: auto; } }
`
