import type { PresetName } from '../../handlers/choices/presets.ts'
import { completeProfile, type PartialProfile } from '../../handlers/choices/profile.ts'
import type { ChoiceId } from '../../handlers/choices.ts'
import type { CalibratedChoice } from './conclusion.ts'

/**
 * The answers that were learned, as a profile. The body of a write whose status is none that a profile can give is left
 * out: with the status that takes its place it may contradict.
 */
export function profileOf(choices: readonly CalibratedChoice[], base: PresetName): PartialProfile {
  const learned = new Map<ChoiceId, unknown>()
  for (const { choice, verdict, answer } of choices) if (verdict === 'learned') learned.set(choice, answer)
  const others = completeProfile(base)
  for (const operation of ['create', 'replace', 'delete'] as const) {
    const status = `${operation}.status` as const
    if (!learned.has(status) && others[status] === 204) learned.delete(`${operation}.body`)
  }
  return { extends: base, ...Object.fromEntries(learned) }
}
