import { html } from 'hono/html'
import type { ExchangeRow } from './block.ts'
import { type Html, onLines } from './html-text.ts'

/**
 * Requests and replies as rows. Where some overlap, each has a lane of time with a bar from its call to its return; the
 * moments stand in their order, at equal distances, so that a short request is seen beside a long one.
 */
export function exchangesHtml(rows: readonly ExchangeRow[]): Html {
  const hasLanes = rows.some(({ at }, index) => rows.some((other, i) => i < index && overlap(at, other.at)))
  const moments = rows.flatMap(({ at }) => (at ? [at.call, at.return] : []))
  const scale = [...new Set(moments)].toSorted((one, other) => one - other)
  const told = rows.map((row) => {
    const { method, path, sent, status, received, times, isAtOnce, place } = row
    const often = `${times > 1 ? `${times} times ` : ''}${isAtOnce ? 'at once' : ''}`.trim()
    return html`<li class="${place === 'nowhere' ? 'nowhere' : ''}"><span class="method">${method}</span>
<div class="mono">${path} ${often && html`<span class="badge">${often}</span>`} ${sent && html`<pre>${onLines(sent)}</pre>`}</div>
<b class="mono ${toneOf(status)}">${status || 'none'}</b>
<div class="mono"><pre>${onLines(received)}</pre>${placeHtml(place)}</div>
${hasLanes && laneHtml(row, scale)}</li>\n`
  })
  const note = html`<p class="faint">Time runs from left to right: where bars overlap, the service had both requests at once. Not to scale.</p>`
  return html`<ol class="exchanges ${hasLanes ? 'timed' : ''}">${told}</ol>\n${hasLanes && note}`
}

function placeHtml(place: ExchangeRow['place']): Html {
  if (place === undefined) return html``
  return place === 'nowhere'
    ? html`<b class="bad">fits nowhere after them</b>`
    : html`<span class="soft">${place}. in the longest order that fits</span>`
}

function overlap(one: ExchangeRow['at'], other: ExchangeRow['at']): boolean {
  return one !== undefined && other !== undefined && one.return > other.call && other.return > one.call
}

function toneOf(status: number): string {
  return status === 0 || status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good'
}

/** The lane of a request. @param scale all moments, in order. */
function laneHtml({ at }: ExchangeRow, scale: readonly number[]): Html {
  if (!at) return html`<div class="lane"></div>`
  const percent = (moment: number) => (100 * scale.indexOf(moment)) / Math.max(1, scale.length - 1)
  const x = percent(at.call)
  const end = percent(at.return)
  const text = `${at.call} to ${at.return} ms`
  // A text at the right edge ends with its bar.
  const [from, anchor] = x > 50 ? [end, 'end'] : [x, 'start']
  return html`<div class="lane"><svg width="100%" height="100%" role="img" aria-label="${text}">
${scale.map((moment) => html`<line x1="${percent(moment)}%" x2="${percent(moment)}%" y1="0" y2="100%"/>`)}
<rect x="${x}%" width="${end - x}%" y="6" height="18" rx="4"/><text x="${from}%" y="40" text-anchor="${anchor}">${text}</text></svg></div>`
}
