import type { Option } from 'commander'
import { programOf } from '../../src/cli/command.ts'
import { commands } from '../../src/cli/command-line.ts'
import { createSurroundings } from './cli-surroundings.ts'

/** Every command with its options, as the long help has them; one that an earlier command explains in the same words is only named. */
export async function commandTables(): Promise<string> {
  const told = new Set<string>()
  const { io } = createSurroundings()
  const loaded = await Promise.all(
    Object.entries(commands).map(async ([name, { summary, load }]) => ({
      name,
      summary,
      program: programOf(name, await load(), io, true),
    })),
  )
  return loaded
    .map(({ name, summary, program }) => {
      const given = program.registeredArguments.map((operand) => ` <${operand.name()}>`).join('')
      const groups = Map.groupBy(program.options, ({ helpGroupHeading = '' }) => helpGroupHeading)
      const tables = [...groups].map(([group, options]) => {
        const rows = options.map((option) => [option.long, optionRow(option)] as const)
        const known = rows.filter(([, row]) => told.has(row)).map(([flag]) => `\`${flag}\``)
        const fresh = rows.flatMap(([, row]) => (told.has(row) ? [] : [row]))
        for (const row of fresh) told.add(row)
        return [
          ...(group ? [group, ''] : []),
          ...(fresh.length > 0 ? ['| option | |', '| --- | --- |', ...fresh] : []),
          ...(known.length > 0 ? ['', `And, as above: ${known.join(', ')}.`] : []),
        ].join('\n')
      })
      return [`### \`posts-understudy ${name}${given}\``, `${sentence(summary)}.`, ...tables].join('\n\n')
    })
    .join('\n\n')
}

function optionRow({ flags, description, defaultValue }: Option): string {
  const usual = defaultValue === undefined ? '' : ` (default: ${cell(String(defaultValue))})`
  return `| \`${flags}\` | ${cell(description)}${usual} |`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
}

function sentence(text: string): string {
  return `${text[0]?.toUpperCase()}${text.slice(1)}`
}
