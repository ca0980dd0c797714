import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('docs/architecture.md', 'utf8')

test.each(['docs/architecture.md', 'DECISIONS.md'])('every path that %s names is there', (document) => {
  const named = readFileSync(document, 'utf8').matchAll(/`((?:src|handlers|contracts|test)\/[\w./-]*)`/g)
  const missing = Array.from(named, ([, path = '']) => path).filter(
    (path) => !path.includes('NAME') && !existsSync(path),
  )
  expect(missing).toEqual([])
})

test.each(['src', 'contracts', 'handlers'])('the picture shows every folder of %s/', (floor) => {
  const [, picture = ''] = page.split('```')
  const part = picture.slice(picture.indexOf(`${floor}/`)).split('   |\n')[0] ?? ''
  const folders = readdirSync(floor, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(folders.map(({ name }) => name).filter((name) => !new RegExp(`\\b${name}\\b`).test(part))).toEqual(
    [],
  )
})
