import { html, raw } from 'hono/html'
import { visibleData } from '../../handlers/model/visible.ts'
import { look } from '../look.ts'
import type { Section } from './block.ts'
import { blockHtml } from './html-blocks.ts'
import { type Html, textHtml } from './html-text.ts'
import { pageStyle } from './page-style.ts'
import { truncated } from './truncate.ts'

/** Facts about a run that are not in its result. */
export interface RunFacts {
  /** When the run ended, in milliseconds since 1970. */
  readonly at: number
  /** The tool: a name and a version, such as `posts-understudy 0.1.0`. */
  readonly by: string
}

/** A page is mailed; in bytes. */
const longestPage = 300_000

/** A result as one self-contained page: no script, nothing from a network. The first section is the verdict. */
export function htmlPage<Result>(
  result: Result,
  viewOf: (result: Result) => readonly Section[],
  facts: RunFacts,
): string {
  const page = (fitting: Result) => pageOf(viewOf(fitting), visibleData(facts))
  return truncated(visibleData(result), page, longestPage)
}

/** Everything but the markup of these files is escaped by `html`. */
function pageOf([verdict, ...others]: readonly Section[], { at, by }: RunFacts): string {
  // The verdict and the address: the parts of the heading with a tone.
  const title = [verdict?.heading ?? []].flat().flatMap((part) => (typeof part === 'string' ? [] : part.text))
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title.join(': ')}</title>
<style>${raw(look)}${raw(pageStyle)}</style>
</head>
<body>
<header><h1>${textHtml(verdict?.heading ?? '')}</h1>
${verdict?.blocks.map(blockHtml)}</header>
<main>
${others.map(sectionHtml)}
</main>
<footer>${by}, ${new Date(at).toISOString()}</footer>
</body>
</html>
`
  return String(page)
}

function sectionHtml({ heading, id, tone, blocks }: Section): Html {
  const title = heading === undefined ? '' : html`<h2>${textHtml(heading)}</h2>`
  // A grid of cards has no border.
  const isGrid = blocks.some(({ kind }) => kind === 'clauses')
  const name = isGrid ? 'stack' : `card stack ${tone ?? ''}`
  return html`<section class="${name}"${id === undefined ? '' : html` id="${id}"`}>${title}
${blocks.map(blockHtml)}</section>
`
}
