import { htmlEscape } from 'escape-goat'

/** A piece of HTML in which every text is escaped. */
export interface Html {
  readonly html: string
}

/** A value in a template: texts are escaped, undefined is empty. */
export type HtmlPart = Html | string | number | undefined | readonly HtmlPart[]

/**
 * Makes HTML from a template; values are escaped unless they are HTML.
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
