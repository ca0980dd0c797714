import type { PanelModel } from './panel-model.ts'

/** How the mock answers at the moment, in two words and a colour. */
export function statusOf({ lost, state }: Pick<PanelModel, 'lost' | 'state'>): {
  words: string
  light: string
} {
  if (lost !== undefined) return { words: 'not connected', light: 'var(--bad)' }
  if (!state) return { words: 'connecting', light: 'var(--faint)' }
  const { offline, next, rate, latency } = state.faults
  if (offline) return { words: 'offline', light: '#f0525f' }
  if (next.length > 0)
    return { words: next.length === 1 ? 'next one fails' : `next ${next.length} fail`, light: '#f5a623' }
  if (Object.values(rate).some((each) => each.share > 0)) return { words: 'flaky', light: '#f5a623' }
  if (Object.values(latency).some((each) => (typeof each === 'number' ? each : each.max) > 0))
    return { words: 'slow', light: '#f5a623' }
  return { words: 'on stage', light: '#2fbf71' }
}
