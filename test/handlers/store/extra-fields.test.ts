import { expect, test } from 'vitest'
import { createPostsMock } from '../../../src/index.ts'

test.each(['constructor', 'toString'])(
  'a replace adds the field "%s" to a post that never had it',
  async (name) => {
    const mock = createPostsMock({ posts: 1 })
    mock.useProfile({ 'post.extra-fields': { [name]: 'string' } })
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ title: 'A title', content: 'Some text.' })
    const response = await mock.fetch('http://posts.test/v1/posts/1', { method: 'PUT', headers, body })
    expect(await response.json()).toEqual({
      id: 1,
      title: 'A title',
      content: 'Some text.',
      [name]: expect.any(String),
    })
  },
)
