import type { VerifyResult } from '../verify/result.ts'

/** What was accepted before the run and failed, and what held; undefined where nothing was accepted. */
export function acceptedText({ mode: { accepted }, clauses, choices }: VerifyResult): string | undefined {
  if (accepted.length === 0) return undefined
  const held = [
    ...clauses.filter(({ verdict }) => verdict === 'held').map(({ clause }) => clause),
    ...choices.filter(({ verdict }) => verdict === 'held').map(({ choice }) => choice),
  ]
  const fixed = accepted.filter((each) => held.includes(each))
  const advice = fixed.length > 0 ? ` Held, and no longer to accept: ${fixed.join(', ')}.` : ''
  return `Accepted: ${accepted.join(', ')}.${advice}`
}
