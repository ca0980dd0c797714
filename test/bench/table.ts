import type { Row, Target, Unit } from './row.ts'

const heads = ['', 'ours', 'beside it', '', 'ratio', 'target', 'met']

/** The rows as one table of text, a heading before each section. */
export function formatTable(rows: readonly Row[]): string {
  const cells = [heads, ...rows.map(cellsOf)]
  const widths = heads.map((_head, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)))
  const isNumber = (column: number) => column === 1 || column === 3 || column === 4
  const lineOf = (line: readonly string[]) =>
    line
      .map((cell, column) =>
        isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd()
  const lines = [lineOf(heads)]
  for (const [position, row] of rows.entries()) {
    if (row.section !== rows[position - 1]?.section) lines.push('', row.section)
    lines.push(lineOf(cellsOf(row)))
  }
  return lines.join('\n')
}

function cellsOf({ what, unit, ours, beside, theirs, ratio, target, met }: Row): string[] {
  return [
    `  ${what}`,
    figureText(ours, unit),
    beside ?? '',
    theirs === undefined ? '' : figureText(theirs, unit),
    ratio === undefined ? '' : `${significant(ratio)}x`,
    target ? targetText(target, unit) : '',
    met === undefined ? '' : met ? 'yes' : 'NO',
  ]
}

function figureText(figure: number, unit: Unit): string {
  return `${significant(figure)} ${unit}`
}

function targetText({ of, least, most }: Target, unit: Unit): string {
  const suffix = of === 'ratio' ? 'x' : ` ${unit}`
  return [least !== undefined && `>= ${least}${suffix}`, most !== undefined && `<= ${most}${suffix}`]
    .filter(Boolean)
    .join(', ')
}

/** Three significant digits, thousands apart; more would claim what no run repeats. */
function significant(figure: number): string {
  return figure.toLocaleString('en', { maximumSignificantDigits: 3 })
}
