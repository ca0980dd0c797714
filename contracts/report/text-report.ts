import { stripVTControlCharacters } from 'node:util'
import { wrapAnsi } from 'fast-wrap-ansi'
import { choices } from '../../handlers/choices.ts'
import {
  type AnswerRow,
  type Block,
  type ExchangeRow,
  type JudgedGroup,
  type Labelled,
  type Section,
  type Text,
  type Tone,
  toned,
  verdictTones,
} from './block.ts'

/** The options of a report on a terminal. */
export interface TextReportOptions {
  /** Highlights a text, on a terminal with colours. Default not. */
  readonly style?: (tone: Tone, text: string) => string
  /** The width of a line, in columns; commands are not wrapped. Default 80. */
  readonly width?: number
  /** Adds every clause and every choice, and all notes in full. Default false. */
  readonly isVerbose?: boolean
}

/** Sections as text for a terminal. */
export function consoleText(
  sections: readonly Section[],
  { style = (_tone, text) => text, width = 80 }: TextReportOptions,
  gap = '\n\n',
): string {
  const styled = (text: Text) =>
    [text]
      .flat()
      .map((part) => (typeof part === 'string' ? part : style(part.tone, part.text)))
      .join('')

  const labelled = ({ label, text }: Labelled, indent: string) =>
    wrapped(label ? `${indent}${styled([label])} ` : indent, styled(text), width)

  function linesOf(block: Block, indent: string): string[] {
    switch (block.kind) {
      case 'paragraph':
        return [labelled(block, indent)]
      case 'numbers': {
        const text = block.numbers.map(({ value, label }) => `${value} ${label}`).join(', ')
        return [labelled({ text: `${text}.` }, indent)]
      }
      case 'timeline':
        return []
      case 'exchanges':
        return block.rows.flatMap(exchangeLines).map((line) => labelled(line, indent))
      case 'compared':
        return [
          labelled({ label: toned('good', '- expected'), text: block.expected }, indent),
          labelled({ label: toned('bad', '+ actual  '), text: block.actual }, indent),
        ]
      case 'more':
        return [labelled({ text: [toned('faint', block.summary)] }, indent)]
      case 'answers':
        return block.rows.map(answerLine).map((line) => labelled(line, indent))
      case 'clauses':
      case 'choices':
        return judgedLines(block.groups).map((line) => labelled(line, indent))
      case 'code': {
        const head = `${indent}${style('faint', block.label)} `
        return [head + block.code.replaceAll('\n', `\n${below(head, width)}`)]
      }
    }
  }

  const text = sections
    .map(({ heading, blocks }, at) => {
      const head = heading === undefined ? [] : [wrapped('', styled(heading), width)]
      const indent = heading === undefined || at === 0 ? '' : '  '
      return [...head, ...blocks.flatMap((block) => linesOf(block, indent))].join('\n')
    })
    .join(gap)
  return `${text.replaceAll(/[ \t]+$/gm, '')}\n`
}

/** The lines of a request and its reply. */
function exchangeLines(row: ExchangeRow): Labelled[] {
  const { method, path, sent, status, received, times, isAtOnce, at, place } = row
  const moments = at && (isAtOnce || place) ? `(${at.call} to ${at.return} ms) ` : ''
  const often = `${isAtOnce ? 'at once ' : ''}${moments}${times > 1 ? `${times} × ` : ''}`
  const fact = place === 'nowhere' ? ' fits nowhere after them' : ''
  const label = place === 'nowhere' ? toned('bad', '✗ →') : toned('faint', place ? `${place}. →` : '→')
  return [
    { label, text: `${often}${method} ${path}${sent && ` ${sent}`}` },
    { label: toned('faint', '←'), text: `${status || ''} ${received}${fact}`.trim() },
  ]
}

/** A choice with its answers, such as `201 -> 200`, and what it decides. */
function answerLine({ choice, answers }: AnswerRow): Labelled {
  const told = answers.map(({ text }) => text).join(' -> ')
  return {
    label: toned('warn', '≠'),
    text: [toned('strong', choice), `: ${told}\n${choices[choice].about}`],
  }
}

/** A line for each clause or choice. */
function judgedLines(groups: readonly JudgedGroup[]): Labelled[] {
  const all = groups.flatMap(({ items }) => items)
  const width = Math.max(...all.map(({ id }) => id.length))
  return all.map(({ id, statement, verdict, fact }) => ({
    label: toned(verdictTones[verdict], verdict.padEnd('not judged'.length + 1)),
    text: [toned('strong', id.padEnd(width)), `  ${statement ? `${statement} ` : ''}`, toned('faint', fact)],
  }))
}

/** The minimum width of a text. */
const narrowest = 20

/** Wraps a text after a head, between words; further lines stand below the text. */
function wrapped(head: string, text: string, width: number): string {
  const indent = below(head, width)
  const room = Math.max(narrowest, width - indent.length)
  return head + wrapAnsi(text, room).replaceAll('\n', `\n${indent}`)
}

/** As many blanks as a head is wide. */
function below(head: string, width: number): string {
  const { length } = stripVTControlCharacters(head)
  return ' '.repeat(Math.min(length, Math.max(0, width - narrowest)))
}
