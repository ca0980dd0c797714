import { htmlEscape } from 'escape-goat'
import { visibleData } from '../../handlers/model/visible.ts'
import type { VerifyResult } from '../verify/result.ts'
import { type Block, type Section, type Text, written } from './block.ts'
import { fit } from './fit.ts'
import { verdictWord } from './headline.ts'
import { htmlStyle } from './html-style.ts'
import { viewOf } from './verify-view.ts'

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
  const [head, ...sections] = viewOf(result, true).map(section)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped([verdictWord(result).text, `: ${result.url}`])}</title>
<style>${htmlStyle}</style>
</head>
<body>
<header>
${head}
</header>
<main>
${sections.join('\n')}
</main>
<footer>${escaped(`${by}, ${new Date(at).toISOString()}`)}</footer>
</body>
</html>
`
}

function section({ heading, level = 2, id, blocks }: Section): string {
  const title = heading === undefined ? '' : `<h${level}>${escaped(heading)}</h${level}>\n`
  const content = title + blocks.map(block).join('\n')
  if (level === 1) return content
  return id === undefined
    ? `<section>\n${content}\n</section>`
    : `<article id="${escaped(id)}">\n${content}\n</article>`
}

function block(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p>${block.label ? escaped([block.label, ' ']) : ''}${escaped(block.text)}</p>`
    case 'lines': {
      const lines = block.lines.map(({ label, text }) => `<div>${escaped([label, ` ${text}`])}</div>`)
      return `<pre>${lines.join('')}</pre>`
    }
    case 'code':
      return `<h3>${escaped(block.label)}</h3>\n<pre>${escaped(block.code)}</pre>`
  }
}

/** A text as HTML: everything in the page that is not markup of this file comes through here. */
function escaped(text: Text): string {
  return written(text, (part) => {
    if (typeof part === 'string') return htmlEscape(part)
    const name = part.tone === 'strong' ? 'strong' : 'span'
    return `<${name} class="${part.tone}">${htmlEscape(part.text)}</${name}>`
  })
}
