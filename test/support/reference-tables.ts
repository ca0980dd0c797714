import type { CommandOption } from '../../src/cli/command.ts'
import { commands } from '../../src/cli/commands.ts'
import { flagOf } from '../../src/cli/program.ts'
import { controlRouteNames } from '../../src/server/control/control-routes.ts'

/** Every command with its options, as the help has them. */
export async function commandTables(): Promise<string> {
  const parts = await Promise.all(
    Object.entries(commands).map(async ([name, { summary, load }]) => {
      const { operands = [], options } = await load()
      const given = operands.map((operand) => ` <${operand.name}>`).join('')
      const groups = Map.groupBy(Object.entries(options), ([, { group = '' }]) => group)
      const tables = [...groups].map(([group, entries]) => {
        const rows = entries.map(([key, option]) => optionRow(`--${flagOf(key)}`, option))
        return [...(group ? [`${group}:`, ''] : []), '| option | |', '| --- | --- |', ...rows].join('\n')
      })
      return [`### \`posts-understudy ${name}${given}\``, `${sentence(summary)}.`, ...tables].join('\n\n')
    }),
  )
  return parts.join('\n\n')
}

function optionRow(flag: string, { value, about, ...option }: CommandOption<unknown>): string {
  const { default: standard, defaultText = standard } = option
  const isText = ['string', 'number'].includes(typeof defaultText)
  const isTold = value !== undefined && isText && defaultText !== '' && defaultText !== 'none'
  const named = value === undefined ? flag : `${flag} <${value}>`
  return `| \`${named}\` | ${cell(about)}${isTold ? ` (default: ${cell(String(defaultText))})` : ''} |`
}

/** What the control API can do. */
export function controlTable(): string {
  const rows = controlRouteNames.map(
    ({ method, path, about }) => `| \`${method} ${path}\` | ${cell(about)} |`,
  )
  return ['| call | |', '| --- | --- |', ...rows].join('\n')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
}

function sentence(text: string): string {
  return `${text[0]?.toUpperCase()}${text.slice(1)}`
}
