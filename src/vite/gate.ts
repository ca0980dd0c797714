import { fingerprint } from '../../handlers/model/fingerprint.ts'

/** A module that stands in a page as text, under the address at which it is loaded instead. */
export interface InlineModule {
  readonly url: string
  readonly code: string
}

/** A page whose modules wait. */
export interface GatedPage {
  readonly html: string
  readonly inline: readonly InlineModule[]
  /** The addresses of all modules that wait. */
  readonly waiting: readonly string[]
}

const element = /<!--[\s\S]*?-->|<script((?:\s+|"[^"]*"|'[^']*'|[^>"'])*)>([\s\S]*?)<\/script\s*>/gi
const attribute = /([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g

/**
 * Makes the modules of a page wait for another one: they become one script, which imports that one and then each of them
 * in its order. A script at the head would not do: a module that awaits does not hold back the next script.
 *
 * @param path the page's own, such as `/index.html`; modules that stand in it as text import from there.
 * @param first what they wait for. Where it cannot be loaded they run all the same, and the console says why.
 */
export function gate(html: string, path: string, first: string): GatedPage {
  const inline: InlineModule[] = []
  const waiting: string[] = []
  const kept = html.replace(element, (whole, attributes: string | undefined, code: string) => {
    if (attributes === undefined) return whole
    const { type, src, 'vite-ignore': ignored } = readAttributes(attributes)
    if (type?.toLowerCase() !== 'module' || ignored !== undefined || (!src && code.trim() === ''))
      return whole
    // Another text, another address: Vite keeps what it has made of a module.
    if (!src) inline.push({ url: `${path}.${inline.length}.${fingerprint(code)}.js`, code })
    // In an attribute HTML writes an ampersand out, in a script nobody reads it.
    waiting.push(src?.replaceAll('&amp;', '&') ?? inline.at(-1)?.url ?? '')
    return mark
  })
  if (waiting.length === 0) return { html, inline, waiting }
  // The last of them: whatever stands before it, such as another plugin's script, runs before all of them.
  const last = kept.lastIndexOf(mark)
  const script = scriptOf(first, waiting)
  const gated = removed(kept.slice(0, last)) + script + removed(kept.slice(last + mark.length))
  return { html: gated, inline, waiting }
}

/** Stands where a script was; no page holds it. */
const mark = '<!--\u0000posts-understudy-->'

function removed(html: string): string {
  return html.replaceAll(mark, '')
}

function scriptOf(first: string, waiting: readonly string[]): string {
  const complain = `(error) => console.error('[posts-understudy] The page goes on without a mock.', error)`
  // Each is an import of its own, so that one that fails does not stop the next, as scripts do not.
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
