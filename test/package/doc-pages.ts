import { readdirSync, readFileSync } from 'node:fs'

/** A fenced block of a page. */
export interface Block {
  /** Such as `ts`. */
  readonly language: string
  /** What stands behind the language: the file that the block is, below docs/examples. */
  readonly file: string
  readonly text: string
  /** Why no test runs it, as the page says it: `_Not run in our tests: REASON._` before the block. */
  readonly notRun: string | undefined
}

/** A page that users read. */
export interface Page {
  /** Such as `docs/vitest.md`. */
  readonly path: string
  readonly text: string
  readonly blocks: readonly Block[]
}

/** Pages for contributors, and those whose blocks other tests hold. */
const others = ['docs/architecture.md', 'docs/security.md', 'docs/own-handlers.md', 'docs/scores.md']

/** Every page that users read, README included. */
export function userPages(): Page[] {
  const paths = ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)]
  return paths
    .filter((path) => path.endsWith('.md') && !others.includes(path))
    .map((path) => {
      const text = readFileSync(path, 'utf8')
      return { path, text, blocks: [...blocksOf(text)] }
    })
}

function* blocksOf(page: string): Generator<Block> {
  for (const { index, 1: language = '', 2: file = '', 3: text = '' } of page.matchAll(
    /^```(\w*) ?(\S*)\n(.*?)^```$/gms,
  )) {
    const before = page.slice(0, index).trimEnd().split('\n').at(-1) ?? ''
    yield { language, file, text, notRun: /^_Not run in our tests: (.+)_$/.exec(before)?.[1] }
  }
}

/** The command lines of all pages that start with `npx posts-understudy` or `curl`, each once: what a `#` says behind them left out. */
export function commandLines(pages: readonly Page[]): string[] {
  const lines = pages.flatMap(({ blocks }) =>
    blocks
      .filter(({ language, notRun }) => language === 'sh' && notRun === undefined)
      .flatMap(({ text }) => text.replaceAll(/\\\n\s*/g, '').split('\n')),
  )
  return [...new Set(lines.map((line) => line.replace(/\s+# .*$/, '').trim()))].filter((line) =>
    /^(?:npx posts-understudy|curl) /.test(line),
  )
}
