import { expect, test } from 'vitest'
import { type ScriptLine, scriptOf } from '../../../contracts/run/trace.ts'
import { jsonRequest } from '../../../contracts/spec/exchange.ts'
import { curlOf } from '../../../contracts/wire/curl.ts'

function sent(method: string, path: string, more: Partial<ScriptLine> = {}): ScriptLine {
  const request = { method, path, headers: {} }
  return { step: 1, times: 1, isAtOnce: false, made: [], request, ...more }
}

function created(id: number): ScriptLine {
  return sent('POST', '/posts', { made: [id], request: jsonRequest('POST', '/posts', '{}') })
}

/** The commands of a trace, without what a create sends. */
function commandsOf(trace: readonly ScriptLine[], base = 'http://h/v1'): string[] {
  const lines = scriptOf(trace, (request) => curlOf(request, { base, secrets: [] }))
  return lines.map((line) => line.replace(/ -H .*(?= \|)| -H .*(?=;)/, ''))
}

const list = sent('GET', '/posts')

test('makes commands of a trace, with a variable for an id that comes again', () => {
  expect(commandsOf([created(7), created(8), sent('DELETE', '/posts/7'), list])).toEqual([
    expect.stringMatching(/^ids\(\)/),
    expect.stringMatching(/^new_id\(\)/),
    'post1=$(curl -s -i -X POST http://h/v1/posts | new_id)',
    'curl -i -X POST http://h/v1/posts; echo',
    'curl -i -X DELETE http://h/v1/posts/$post1; echo',
    'curl -i http://h/v1/posts',
  ])
})

test('tells an id that no post has yet by the distance to one that has', () => {
  const [, , , command] = commandsOf([created(7), sent('GET', '/posts/8'), created(8)])
  expect(command).toBe('curl -i http://h/v1/posts/$((post1 + 1)); echo')
})

test('sends concurrent requests in the background', () => {
  const atOnce = { step: 2, isAtOnce: true }
  const requests = ['DELETE', 'GET'].map((method) => sent(method, '/posts/7', atOnce))
  expect(commandsOf([created(7), ...requests, { ...list, step: 2 }]).slice(3)).toEqual([
    'curl -i -X DELETE http://h/v1/posts/$post1 &',
    'curl -i http://h/v1/posts/$post1 &',
    'wait',
    'curl -i http://h/v1/posts',
  ])
})

test('keeps a variable outside the quotes that an odd address needs', () => {
  const commands = commandsOf([created(7), sent('GET', '/posts/7')], 'http://h/it (a)/v1')
  expect(commands.at(-1)).toBe(`curl -i 'http://h/it (a)/v1/posts/'"$post1"`)
})
