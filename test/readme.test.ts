import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { commands } from '../src/cli/commands.ts'
import { choicesTable } from './choices-table.ts'

const file = new URL('../README.md', import.meta.url)
const readme = readFileSync(file, 'utf8')
const begin = '<!-- choices:begin (test/readme.test.ts holds this table to src/choices) -->'
const end = '<!-- choices:end -->'

test('the README has every choice with its answers (UPDATE_README=1 writes them)', () => {
  const current = `${readme.slice(0, readme.indexOf(begin))}${begin}\n${choicesTable()}\n${readme.slice(readme.indexOf(end))}`
  if (process.env.UPDATE_README) writeFileSync(file, current)
  else expect(readme).toBe(current)
})

test('the README names every command and every public entry', () => {
  for (const command of Object.keys(commands)) expect(readme).toContain(`posts-understudy ${command}`)
  for (const entry of Object.keys(manifest.exports)) {
    if (entry !== './package.json') expect(readme).toContain(`\`posts-understudy${entry.slice(1)}\``)
  }
})

test('CI calls exactly the test command of the README', () => {
  const script = readFileSync(new URL('../.ci/run', import.meta.url), 'utf8')
  expect(readme).toContain('npm ci && npm test')
  expect(script).toMatch(/^npm ci && npm test/m)
})
