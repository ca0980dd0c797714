import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { choiceIds, choices } from '../../handlers/choices.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import manifest from '../../package.json' with { type: 'json' }
import { createProgram } from '../../src/cli/command-line.ts'
import { createSurroundings } from '../support/cli-surroundings.ts'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
const file = new URL('../../docs/choices.md', import.meta.url)
const begin = '<!-- choices:begin (test/package/readme.test.ts holds this table to handlers/choices) -->'
const end = '<!-- choices:end -->'

test('the page of the choices has each with its answers (UPDATE_README=1 writes them)', () => {
  const page = readFileSync(file, 'utf8')
  const current = `${page.slice(0, page.indexOf(begin))}${begin}\n${choicesTable()}\n${page.slice(page.indexOf(end))}`
  if (process.env.UPDATE_README) writeFileSync(file, current)
  else expect(page).toBe(current)
})

test('the README names every command and every public entry', () => {
  for (const command of createProgram(createSurroundings().io).commands)
    expect(readme).toContain(`posts-understudy ${command.name()}`)
  for (const entry of Object.keys(manifest.exports)) {
    if (entry !== './package.json') expect(readme).toContain(`\`posts-understudy${entry.slice(1)}\``)
  }
})

test('CI calls exactly the test command of the README', () => {
  const script = readFileSync(new URL('../../.ci/run', import.meta.url), 'utf8')
  expect(readme).toContain('npm ci && npm test')
  expect(script).toMatch(/^npm ci && npm test/m)
})

/** The choices as a Markdown table, the default answer first. */
function choicesTable(): string {
  const rows = choiceIds.map((id) => {
    const { answers, about } = choices[id]
    const listed = answers.map(
      (answer) => `\`${typeof answer === 'string' ? answer : stringifyJson(answer)}\``,
    )
    return `| \`${id}\` | ${listed.join(', ')} | ${about.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('{}', '`{}`')} |`
  })
  return ['| choice | answers, the default first | what it means |', '| --- | --- | --- |', ...rows].join(
    '\n',
  )
}
