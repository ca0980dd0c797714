import { htmlEscape } from 'escape-goat'

/** A piece of HTML in which every text is escaped. */
export interface Html {
  readonly html: string
}

/** What may stand between pieces of HTML; a text is escaped, nothing is left out. */
export type HtmlPart = Html | string | number | undefined | readonly HtmlPart[]

/**
 * Makes HTML of a template; what is put in is escaped unless it is HTML itself.
 *
 * @example html`<p>${'<b>'}</p>`.html // '<p>&lt;b&gt;</p>'
 */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return { html: strings.map((text, at) => text + written(parts[at])).join('') }
}

function written(part: HtmlPart): string {
  if (part === undefined) return ''
  if (typeof part === 'string' || typeof part === 'number') return htmlEscape(String(part))
  if ('html' in part) return part.html
  return part.map(written).join('')
}
