import { expect, test } from 'vitest'
import { createServeLog } from '../../../src/cli/serve-log.ts'

test('redacts secrets in a query', () => {
  const lines: string[] = []
  const output = { write: (text: string) => lines.push(text) }
  const io = { stdout: output, stderr: output, env: {}, stopped: async () => {} }
  const { onRequest } = createServeLog(io, { quiet: false, requests: true })
  const target = '/v1/posts?access_token=SECRET123&page=2'
  onRequest?.({ method: 'GET', target, headers: {}, status: 200, duration: 1 })
  expect(lines.join('')).toContain('GET /v1/posts?access_token=[redacted]&page=2 200')
})
