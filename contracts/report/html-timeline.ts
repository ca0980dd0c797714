import { html } from 'hono/html'
import { counted } from '../counted.ts'
import type { SessionOutcome } from '../run/provider-session.ts'
import { plural, type Tone } from './block.ts'
import type { Html } from './html-text.ts'
import { inSeconds } from './run-sections.ts'

type Slices = SessionOutcome<unknown>['timeline']

/** A bar in parts, from below: how high each is, and how it stands out. */
type Bar = readonly (readonly [height: number, tone: Tone])[]

/** The fewest slices that there is room for, so that the bars of a short run are narrow too. */
const fewest = 30

/** The requests of a run over its time, and how long replies took. The texts say what the pictures show. */
export function timelineHtml(slices: Slices): Html {
  const [first] = slices
  if (!first) return html``
  const end = first.to * Math.max(fewest, slices.length)
  const totalOf = (count: 'requests' | 'refused' | 'failed') =>
    slices.reduce((total, each) => total + each[count], 0)
  const [refused, failed] = [totalOf('refused'), totalOf('failed')]
  const most = Math.max(...slices.map(({ requests }) => requests))
  const slowest = Math.max(...slices.map((each) => each.slowest))
  return html`<div class="timeline">
<p>Requests over time: at most ${counted(most)} in ${inSeconds(first.to, 2)}.
<span class="good">■ ${counted(totalOf('requests') - refused - failed)} answered</span>
${refused > 0 && html`<span class="warn">■ ${counted(refused)} refused (4xx)</span>`}
${failed > 0 && html`<span class="bad">■ ${counted(failed)} failed (5xx, or no whole reply)</span>`}</p>
${barsHtml('Requests over time', most, slices, (each) => [
  [each.failed, 'bad'],
  [each.refused, 'warn'],
  [each.requests - each.failed - each.refused, 'good'],
])}
<p>The slowest reply over time: at most ${counted(slowest)} ms.</p>
${barsHtml('The slowest reply over time', slowest, slices, (each) => [[each.slowest, 'faint']])}
<ol class="soft"><li>0 s</li><li>${inSeconds(end / 2)}</li><li>${inSeconds(end)}</li></ol></div>\n`
}

/** A bar for each slice. A pointer on it shows its numbers. @param most the height of the highest. */
function barsHtml(name: string, most: number, slices: Slices, barOf: (slice: Slices[number]) => Bar): Html {
  const bars = slices.map((slice, at) => {
    const { from, requests, refused, failed, slowest } = slice
    let top = most
    const parts = barOf(slice).map(([height, tone]) => {
      top -= height
      return html`<rect class="${tone}" x="${at + 0.1}" width="0.8" y="${top}" height="${height}"/>`
    })
    const facts = `${plural(requests, 'request')}, ${refused} refused, ${failed} failed, the slowest ${slowest} ms`
    return html`<g><title>At ${inSeconds(from, 2)}: ${facts}</title>${parts}</g>`
  })
  const width = Math.max(fewest, bars.length)
  return html`<svg viewBox="0 0 ${width} ${Math.max(1, most)}" preserveAspectRatio="none" role="img" aria-label="${name}">${bars}</svg>`
}
