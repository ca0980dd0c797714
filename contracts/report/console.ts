import { stripVTControlCharacters } from 'node:util'
import { wrapAnsi } from 'fast-wrap-ansi'
import { type Block, type Section, type Style, type Text, written } from './block.ts'

/** The options of a report on a terminal. */
export interface TextReportOptions {
  /** Highlights words. Default not. */
  readonly style?: Style
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
  const shown = (text: Text) =>
    written(text, (part) => (typeof part === 'string' ? part : style(part.tone, part.text)))

  function linesOf(block: Block, indent: string): string[] {
    switch (block.kind) {
      case 'paragraph': {
        const label = block.label ? `${shown([block.label])} ` : ''
        return [wrapped(indent + label, shown(block.text), width)]
      }
      case 'lines':
        return block.lines.map(({ label, text }) => wrapped(`${indent}${shown([label])} `, text, width))
      case 'code': {
        const head = `${indent}${style('faint', block.label)} `
        return [head + block.code.replaceAll('\n', `\n${below(head, width)}`)]
      }
    }
  }

  return sections
    .map(({ heading, level = 2, blocks }) => {
      const head = heading === undefined ? [] : [wrapped('', shown(heading), width)]
      const indent = heading === undefined || level === 1 ? '' : '  '
      return [...head, ...blocks.flatMap((block) => linesOf(block, indent))].join('\n')
    })
    .join(gap)
    .replaceAll(/[ \t]+$/gm, '')
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
  return ' '.repeat(Math.min(widthOf(head), Math.max(0, width - narrowest)))
}

function widthOf(text: string): number {
  return stripVTControlCharacters(text).length
}
