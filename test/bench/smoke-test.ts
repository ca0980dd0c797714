import assert from 'node:assert/strict'

/** The statuses that a team knows of its own service. Default 201 and 200. */
export interface KnownStatuses {
  readonly created?: number
  readonly replaced?: number
}

/** What a team writes on the day on which the service is deployed: every operation once, and one that is missing. */
export async function smokeTest(
  url: string,
  given: Readonly<Record<string, string>> = {},
  known: KnownStatuses = {},
): Promise<void> {
  const headers = { ...given, 'content-type': 'application/json' }
  const ask = (path: string, method = 'GET', fields?: object) =>
    fetch(url + path, {
      method,
      signal: AbortSignal.timeout(5000),
      ...(fields ? { headers, body: JSON.stringify(fields) } : { headers: given }),
    })
  const created = await ask('/posts', 'POST', { title: 'smoke', content: 'test' })
  assert.equal(created.status, known.created ?? 201)
  const { id } = await created.json()
  const read = await ask(`/posts/${id}`)
  assert.equal(read.status, 200)
  assert.deepEqual(await read.json(), { id, title: 'smoke', content: 'test' })
  const listed = await (await ask('/posts')).json()
  assert.ok(listed.some((post: { id: number }) => post.id === id))
  const replaced = await ask(`/posts/${id}`, 'PUT', { title: 'smoke', content: 'anew' })
  assert.equal(replaced.status, known.replaced ?? 200)
  assert.equal((await (await ask(`/posts/${id}`)).json()).content, 'anew')
  assert.ok((await ask(`/posts/${id}`, 'DELETE')).ok)
  assert.equal((await ask(`/posts/${id}`)).status, 404)
}
