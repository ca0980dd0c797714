import { readdirSync, readFileSync } from 'node:fs'

/** Pages for contributors, and those whose blocks other tests hold. */
const others = ['docs/architecture.md', 'docs/security.md', 'docs/own-handlers.md', 'docs/scores.md']

/** Every page that users read, README included. */
export function userPages() {
  const paths = ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)]
  return paths
    .filter((path) => path.endsWith('.md') && !others.includes(path))
    .map((path) => {
      const text = readFileSync(path, 'utf8')
      return { path, text, blocks: [...blocksOf(text)] }
    })
}

/**
 * The fenced blocks of a page: the language such as `ts`; the file after it, below docs/examples; and why no test runs the
 * block, as the page says: `_Not run in our tests: REASON._` before it.
 */
function* blocksOf(page: string) {
  for (const { index, 1: language = '', 2: file = '', 3: text = '' } of page.matchAll(
    /^```(\w*) ?(\S*)\n(.*?)^```$/gms,
  )) {
    const before = page.slice(0, index).trimEnd().split('\n').at(-1) ?? ''
    yield { language, file, text, notRun: /^_Not run in our tests: (.+)_$/.exec(before)?.[1] }
  }
}

/** The command lines of all pages that start with `npx posts-understudy` or `curl`, each once: without comments. */
export function commandLines(pages: ReturnType<typeof userPages>): string[] {
  const lines = pages.flatMap(({ blocks }) =>
    blocks
      .filter(({ language, notRun }) => language === 'sh' && notRun === undefined)
      .flatMap(({ text }) => text.replaceAll(/\\\n\s*/g, '').split('\n')),
  )
  return [...new Set(lines.map((line) => line.replace(/\s+# .*$/, '').trim()))].filter((line) =>
    /^(?:npx posts-understudy|curl) /.test(line),
  )
}
