import type { Command, CommandIo, Output } from './command.ts'
import { flagOf } from './parse-arguments.ts'
import { styled } from './style.ts'

type Line = readonly [term: string, about: string]

/** The help of one command. */
export function commandHelp(command: Command, io: CommandIo, output: Output): string {
  const operands = command.operands ?? []
  const usage = operands.map(({ name, optional }) => (optional ? `[${name}]` : `<${name}>`))
  const options = Object.entries(command.options).map(([name, option]): Line => {
    const { value, about, default: standard, defaultText = standard } = option
    const flag = value === undefined ? `--${flagOf(name)}` : `--${flagOf(name)} <${value}>`
    const isTold =
      value !== undefined && defaultText !== undefined && defaultText !== '' && !Array.isArray(defaultText)
    return [flag, isTold ? `${about} (default ${defaultText})` : about]
  })
  const sections = [
    `posts-understudy ${command.name}: ${command.summary}\n`,
    section('Usage', `  ${['posts-understudy', command.name, ...usage, '[options]'].join(' ')}\n`),
    operands.length > 0 &&
      section(
        'Arguments',
        table(
          operands.map(({ name, about }) => [`<${name}>`, about]),
          output,
        ),
      ),
    section('Options', table([...options, ['--help', 'show this']], output)),
    command.notes !== undefined && `${command.notes.trim()}\n`,
    section('Examples', command.examples.map(([line, about]) => `  ${line}\n      ${about}\n`).join('')),
  ]
  return sections.filter((part) => part !== false).join('\n')

  function section(title: string, body: string): string {
    return `${styled(io, output, 'bold', title)}\n${body}`
  }
}

/** The help of the whole command line. */
export function overviewHelp(commands: readonly Line[], io: CommandIo, output: Output): string {
  const title = (text: string) => styled(io, output, 'bold', text)
  return `Mocks the v1 posts API and checks that a real service matches it.

${title('Usage')}
  posts-understudy <command> [options]

${title('Commands')}
${table(commands, output)}
${title('Options')}
${table(
  [
    ['--help', 'show this, or the help of a command: posts-understudy serve --help'],
    ['--version', 'show the version'],
  ],
  output,
)}
${title('Examples')}
  npx posts-understudy serve
  npx posts-understudy serve --port 0 --data posts.json --watch
`
}

/** Terms in one column, what they mean in another, wrapped to the width of the terminal. */
function table(lines: readonly Line[], { columns = 100 }: Output): string {
  const left = Math.max(...lines.map(([term]) => term.length)) + 4
  const right = Math.max(30, Math.min(columns, 100) - left)
  return lines
    .map(([term, about]) => `  ${term}`.padEnd(left) + wrap(about, right).join(`\n${' '.repeat(left)}`))
    .map((line) => `${line}\n`)
    .join('')
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length >= width) {
      lines.push(line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return [...lines, line]
}
