import { htmlEscape } from 'escape-goat'
import { visibleData } from '../../handlers/model/visible.ts'
import { look } from '../look.ts'
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

/** The page's own rules, and print. */
const style = `${look}
body { margin: 0 auto; max-width: 70rem; padding: var(--s5) var(--s5) var(--s6); }
h1 { margin: var(--s2) 0 var(--s4); line-height: 1.4; }
h1 > span { display: inline-block; margin-right: var(--s2); padding: 0 var(--s3); border: 2px solid; border-radius: var(--radius); letter-spacing: .05em; }
h2 { margin: var(--s6) 0 var(--s3); }
h3 { margin: var(--s4) 0 var(--s1); color: var(--soft); font-size: 13px; }
p { margin: var(--s2) 0; white-space: pre-line; }
footer { margin-top: var(--s5); color: var(--soft); }
section[id] { margin: 0 0 var(--s4); padding: var(--s4) var(--s5); background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--bad); border-radius: var(--radius); }
section[id] h2 { margin: 0 0 var(--s2); } :target { outline: 2px solid var(--warn); outline-offset: 2px; }
pre div { padding-left: 2ch; text-indent: -2ch; }
@media (max-width: 40rem) { body { padding: var(--s4) var(--s3); } section[id] { padding: var(--s3); } }
@media (forced-colors: active) { h1 > span, section[id] { border-color: CanvasText; } }
@page { margin: 14mm; }
@media print { :root { color-scheme: light; print-color-adjust: exact; background: none; font-size: 9pt; } body { max-width: none; padding: 0; line-height: 1.4; }
  h1 { font-size: 14pt; } h2 { margin: 1.2rem 0 .4rem; font-size: 11pt; } h3 { font-size: 9pt; margin: .6rem 0 .2rem; } h1, h2, h3 { break-after: avoid; } pre { padding: .3rem .5rem; font-size: 7.5pt; }
  section[id] { padding: .6rem .8rem; } pre { break-inside: avoid; } }
`
