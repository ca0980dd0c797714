import type { CommandOption } from '../../src/cli/command.ts'
import { commands } from '../../src/cli/commands.ts'
import { flagOf } from '../../src/cli/program.ts'

/** Every command with its options, as the help has them; an option that an earlier command explains in the same words is only named. */
export async function commandTables(): Promise<string> {
  const told = new Set<string>()
  const loaded = await Promise.all(
    Object.entries(commands).map(async ([name, { summary, load }]) => ({ name, summary, ...(await load()) })),
  )
  return loaded
    .map(({ name, summary, operands = [], options }) => {
      const given = operands.map((operand) => ` <${operand.name}>`).join('')
      const groups = Map.groupBy(Object.entries(options), ([, { group = '' }]) => group)
      const tables = [...groups].map(([group, entries]) => {
        const rows = entries.map(
          ([key, option]) => [`--${flagOf(key)}`, optionRow(`--${flagOf(key)}`, option)] as const,
        )
        const known = rows.filter(([, row]) => told.has(row)).map(([flag]) => `\`${flag}\``)
        const fresh = rows.flatMap(([, row]) => (told.has(row) ? [] : [row]))
        for (const row of fresh) told.add(row)
        return [
          ...(group ? [`${group}:`, ''] : []),
          ...(fresh.length > 0 ? ['| option | |', '| --- | --- |', ...fresh] : []),
          ...(known.length > 0 ? ['', `And, as above: ${known.join(', ')}.`] : []),
        ].join('\n')
      })
      return [`### \`posts-understudy ${name}${given}\``, `${sentence(summary)}.`, ...tables].join('\n\n')
    })
    .join('\n\n')
}

function optionRow(flag: string, { value, about, ...option }: CommandOption<unknown>): string {
  const { default: standard, defaultText = standard } = option
  const isText = ['string', 'number'].includes(typeof defaultText)
  const isTold = value !== undefined && isText && defaultText !== '' && defaultText !== 'none'
  const named = value === undefined ? flag : `${flag} <${value}>`
  return `| \`${named}\` | ${cell(about)}${isTold ? ` (default: ${cell(String(defaultText))})` : ''} |`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
}

function sentence(text: string): string {
  return `${text[0]?.toUpperCase()}${text.slice(1)}`
}
