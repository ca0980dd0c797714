import type { Latency } from '../../handlers/faults/faults.ts'
import type { PanelModel } from './panel-model.ts'

/** The current behaviour of the mock in two words, and as a colour. */
export interface PanelStatus {
  readonly words: string
  readonly lamp: 'green' | 'amber' | 'red' | 'dark'
}

export function statusOf({ lost, state }: Pick<PanelModel, 'lost' | 'state'>): PanelStatus {
  if (lost !== undefined) return { words: 'not connected', lamp: 'red' }
  if (!state) return { words: 'connecting', lamp: 'dark' }
  const { offline, next, rate, latency } = state.faults
  if (offline) return { words: 'offline', lamp: 'red' }
  if (next.length > 0)
    return { words: next.length === 1 ? 'next one fails' : `next ${next.length} fail`, lamp: 'amber' }
  if (state.scenario !== undefined && state.scenario !== 'normal')
    return { words: state.scenario.replace('-', ' '), lamp: 'amber' }
  if (Object.values(rate).some(({ share }) => share > 0)) return { words: 'failing at times', lamp: 'amber' }
  if (Object.values(latency).some((each) => maxOf(each) > 0)) return { words: 'slow', lamp: 'amber' }
  return { words: 'running', lamp: 'green' }
}

/** The maximum of a latency, in milliseconds. */
export function maxOf(latency: Latency): number {
  return typeof latency === 'number' ? latency : latency.max
}
