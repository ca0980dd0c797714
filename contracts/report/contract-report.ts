import type { DerivedContracts, FileDrift } from '../pact/contract-files.ts'
import { contractCoverage } from '../pact/coverage.ts'
import { pactInteractions } from '../pact/pact-file.ts'

/** What derived contracts test, and what they do not, as text. */
export function contractReport({ contracts }: Pick<DerivedContracts, 'contracts'>): string {
  const counts = contracts.map(
    (contract) => `${pactInteractions(contract).length} in the ${contract.kind} contract`,
  )
  const { notShown, outsidePact } = contractCoverage(contracts)
  return [
    `Interactions: ${counts.join(', ')}.`,
    ...section(
      'Not in the Pact files, because one interaction cannot test it:',
      notShown.map(({ id, reason }) => [id, reason]),
    ),
    ...section(
      'Tested only by verify, because Pact cannot:',
      outsidePact.map(({ key, reason }) => [key, reason]),
    ),
  ].join('\n')
}

/** How files differ from the derived contracts, as text. */
export function driftReport(drifts: readonly FileDrift[]): string {
  return drifts.flatMap(({ name, lines }) => [`${name}:`, ...lines.map((line) => `  ${line}`)]).join('\n')
}

/** Groups names by reason. */
function section(heading: string, named: readonly (readonly [name: string, reason: string])[]): string[] {
  const byReason = Map.groupBy(named, ([, reason]) => reason)
  const paragraphs = Array.from(byReason, ([reason, those]) => {
    const names = new Set(those.map(([name]) => name))
    return `  ${[...names].join(', ')}\n    ${reason}`
  })
  return named.length > 0 ? [heading, ...paragraphs] : []
}
