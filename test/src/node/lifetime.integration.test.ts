import { expect, test } from 'vitest'
import { runProgram } from '../../support/run-program.ts'

test.each(['fetch(url, { signal })', 'once(http.get(url, { signal }), "response")'])(
  'a script whose only work is %s, which hangs, lives until it is aborted',
  async (request) => {
    const script = `
      import { once } from 'node:events'
      import http from 'node:http'
      import { setupPosts } from './src/node.ts'
      const mock = setupPosts().listen()
      mock.faults.next('list', 'timeout')
      const [url, signal] = ['http://posts.test/v1/posts', AbortSignal.timeout(200)]
      console.log(await ${request}.catch(({ name }) => name))`
    const { stdout, code } = await runProgram(process.execPath, ['--input-type=module', '-e', script])
    expect({ stdout: stdout.trim(), code }).toEqual({
      stdout: expect.stringMatching(/Timeout|Abort/),
      code: 0,
    })
  },
)
