import { htmlEscape } from 'escape-goat'
import { visibleData } from '../../handlers/model/visible.ts'
import type { VerifyResult } from '../verify/result.ts'
import { type Block, type Labelled, type Section, type Text, written } from './block.ts'
import { fit } from './fit.ts'
import { verdictWord, viewOf } from './verify-view.ts'

/** Facts about a run that are not in its result. */
export interface RunFacts {
  /** When the run ended, in milliseconds since 1970. */
  readonly at: number
  /** The tool: a name and a version, such as `posts-understudy 0.1.0`. */
  readonly by: string
}

/**
 * A verification as one self-contained HTML page for the provider's developers: without scripts, at most a megabyte.
 *
 * @example
 * await writeFile('verify.html', htmlReport(result, { at: Date.now(), by: 'posts-understudy 0.1.0' }))
 */
export function htmlReport(result: VerifyResult, facts: RunFacts): string {
  return fit(visibleData(result), (fitting) => page(fitting, visibleData(facts)))
}

function page(result: VerifyResult, { at, by }: RunFacts): string {
  const [verdict, ...sections] = viewOf(result, true)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped([verdictWord(result).text, `: ${result.url}`])}</title>
<style>${style}</style>
</head>
<body>
<header>
${verdict && content(verdict, 'h1')}
</header>
<main>
${sections.map(section).join('\n')}
</main>
<footer>${escaped(`${by}, ${new Date(at).toISOString()}`)}</footer>
</body>
</html>
`
}

function section(section: Section): string {
  const id = section.id === undefined ? '' : ` id="${escaped(section.id)}"`
  return `<section${id}>\n${content(section, 'h2')}\n</section>`
}

function content({ heading, blocks }: Section, level: 'h1' | 'h2'): string {
  const title = heading === undefined ? '' : `<${level}>${escaped(heading)}</${level}>\n`
  return title + blocks.map(block).join('\n')
}

function block(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p>${labelled(block)}</p>`
    case 'lines':
      return `<pre>${block.lines.map((line) => `<div>${labelled(line)}</div>`).join('')}</pre>`
    case 'code':
      return `<h3>${escaped(block.label)}</h3>\n<pre>${escaped(block.code)}</pre>`
  }
}

function labelled({ label, text }: Labelled): string {
  return (label ? escaped([label, ' ']) : '') + escaped(text)
}

/** A text as HTML: everything in the page that is not markup of this file comes through here. */
function escaped(text: Text): string {
  return written(text, (part) => {
    if (typeof part === 'string') return htmlEscape(part)
    const name = part.tone === 'strong' ? 'strong' : 'span'
    return `<${name} class="${part.tone}">${htmlEscape(part.text)}</${name}>`
  })
}

/** Light, dark and print. Colours have a contrast of at least 4.5. */
const style = `
:root { color-scheme: light dark; --page: light-dark(#fbfaf8, #16181b); --card: light-dark(#fff, #1e2125); --ink: light-dark(#1d2024, #e8e6e1);
  --soft: light-dark(#585d66, #a9adb5); --line: light-dark(#d9d6cf, #383d44); --good: light-dark(#17663a, #7bd49a); --bad: light-dark(#b3201d, #ff9a8f);
  --warn: light-dark(#8a5300, #f0b95a); --code: light-dark(#f3f1ec, #272b30); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 70rem; padding: 2rem 1.25rem 4rem; background: var(--page); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.4; margin: .5rem 0 1rem; font-weight: 600; }
h1 > span { display: inline-block; margin-right: .5rem; padding: 0 .7rem; border: 2px solid; border-radius: .3rem; letter-spacing: .05em; }
h2 { font-size: 1.1rem; margin: 2.5rem 0 .75rem; font-weight: 600; }
h3 { font-size: .85rem; margin: 1rem 0 .35rem; color: var(--soft); font-weight: 600; }
p { margin: .5rem 0; white-space: pre-line; }
.good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); } .faint, footer { color: var(--soft); }
section[id] { margin: 0 0 1.25rem; padding: 1.1rem 1.25rem; background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--bad); border-radius: .4rem; }
section[id] h2 { margin: 0 0 .5rem; } :target { outline: 2px solid var(--warn); outline-offset: 2px; }
pre { margin: 0; padding: .6rem .75rem; background: var(--code); border-radius: .3rem; font: .85rem/1.5 ui-monospace, "Cascadia Code", Menlo, Consolas, monospace; white-space: pre-wrap; }
pre div { padding-left: 2ch; text-indent: -2ch; }
header { margin-bottom: 1.5rem; } footer { margin-top: 2rem; }
@media (max-width: 40rem) { body { padding: 1rem .75rem 3rem; } section[id] { padding: .8rem; } }
@media (forced-colors: active) { h1 > span, section[id] { border-color: CanvasText; } }
@page { margin: 14mm; }
@media print { :root { color-scheme: light; print-color-adjust: exact; } body { max-width: none; padding: 0; background: none; font-size: 9pt; line-height: 1.4; }
  h1 { font-size: 14pt; } h2 { margin: 1.2rem 0 .4rem; font-size: 11pt; } h3 { font-size: 9pt; margin: .6rem 0 .2rem; } h1, h2, h3 { break-after: avoid; } pre { padding: .3rem .5rem; font-size: 7.5pt; }
  section[id] { padding: .6rem .8rem; } pre { break-inside: avoid; } }
`
