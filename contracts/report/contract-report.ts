import type { DerivedContracts, Drift } from '../contract-files.ts'
import { type ContractCoverage, contractCoverage } from '../coverage.ts'
import { pactInteractions } from '../pact-file.ts'

/** Says what derived contracts hold and what they cannot, as text for a terminal. */
export function contractReport({ contracts }: DerivedContracts): string {
  const counts = contracts.map((contract) => `${pactInteractions(contract).length} (${contract.kind})`)
  const coverage = contractCoverage(contracts)
  return [
    `Interactions: ${counts.join(', ')}.`,
    ...section(
      'Not shown by one request:',
      coverage.notShown.map(({ id, reason }) => [id, reason]),
    ),
    ...section('In no Pact file:', outside(coverage)),
  ].join('\n')
}

/** Says how files differ from the contracts derived now, as text for a terminal. */
export function driftReport(drifts: readonly Drift[]): string {
  return drifts.flatMap(({ name, lines }) => [`${name}:`, ...lines.map((line) => `  ${line}`)]).join('\n')
}

function outside({ outsidePact }: ContractCoverage): [string, string][] {
  return outsidePact.map(({ key, reason }) => [key, reason])
}

function section(heading: string, entries: readonly (readonly [name: string, reason: string])[]): string[] {
  if (entries.length === 0) return []
  const width = Math.max(...entries.map(([name]) => name.length))
  return [heading, ...entries.map(([name, reason]) => `  ${name.padEnd(width)}  ${reason}`)]
}
