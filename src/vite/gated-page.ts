import { hash } from 'node:crypto'

/** An inline module of a page, with the address from which it is loaded instead. */
export interface InlineModule {
  readonly url: string
  readonly code: string
}

/** A page whose modules wait for the mock. */
export interface GatedPage {
  readonly html: string
  readonly inline: readonly InlineModule[]
  /** The addresses of all modules that wait. */
  readonly waiting: readonly string[]
}

const element = /<!--[\s\S]*?-->|<script((?:\s+|"[^"]*"|'[^']*'|[^>"'])*)>([\s\S]*?)<\/script\s*>/gi
const attribute = /([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g

/**
 * Makes the modules of a page wait for another module: one script imports that module and then the others in their order.
 * A separate script before them is not enough: the next script does not wait for a top-level await.
 *
 * @param path the path of the page, such as `/index.html`, the base of imports in inline modules.
 * @param first the module to wait for. If it cannot be loaded, the others still run, and the console shows the error.
 */
export function gate(html: string, path: string, first: string): GatedPage {
  const inline: InlineModule[] = []
  const waiting: string[] = []
  const kept = html.replace(element, (whole, attributes: string | undefined, code: string) => {
    if (attributes === undefined) return whole
    const { type, src, 'vite-ignore': ignored } = readAttributes(attributes)
    if (type?.toLowerCase() !== 'module' || ignored !== undefined || (!src && code.trim() === ''))
      return whole
    // The address depends on the code, because Vite caches modules by address.
    if (!src) inline.push({ url: `${path}.${inline.length}.${hash('sha256', code).slice(0, 12)}.js`, code })
    // HTML escapes an ampersand in an attribute, but not in a script.
    waiting.push(src?.replaceAll('&amp;', '&') ?? inline.at(-1)?.url ?? '')
    return mark
  })
  if (waiting.length === 0) return { html, inline, waiting }
  // At the place of the last one, so that scripts before it, such as those of other plugins, run first.
  const last = kept.lastIndexOf(mark)
  const script = scriptOf(first, waiting)
  const gated = removed(kept.slice(0, last)) + script + removed(kept.slice(last + mark.length))
  return { html: gated, inline, waiting }
}

/** Marks the place of a removed script. */
const mark = '<!--\u0000posts-understudy-->'

function removed(html: string): string {
  return html.replaceAll(mark, '')
}

function scriptOf(first: string, waiting: readonly string[]): string {
  const complain = `(error) => console.error('[posts-understudy] The page goes on without a mock.', error)`
  // Separate imports: like separate scripts, a failed one does not stop the next.
  const imports = waiting.map((url) => `await import(${JSON.stringify(url)}).catch(reportError)`)
  const lines = [`await import(${JSON.stringify(first)}).catch(${complain})`, ...imports]
  return `<script type="module">\n${lines.join('\n')}\n</script>`
}

function readAttributes(text: string): Partial<Record<string, string>> {
  return Object.fromEntries(
    Array.from(text.matchAll(attribute), ([, name = '', ...values]) => [
      name.toLowerCase(),
      values.find((value) => value !== undefined) ?? '',
    ]),
  )
}
