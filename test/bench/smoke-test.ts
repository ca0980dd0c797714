import assert from 'node:assert/strict'

/** The statuses that a team knows of its own service. Default 201 and 200. */
export interface KnownStatuses {
  readonly created?: number
  readonly replaced?: number
}

/** What a team writes on the day on which the service is deployed: every operation once, and one that is missing. */
export async function smokeTest(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  { created: createdStatus = 201, replaced: replacedStatus = 200 }: KnownStatuses = {},
): Promise<void> {
  const json = { ...headers, 'content-type': 'application/json' }
  const body = JSON.stringify({ title: 'smoke', content: 'test' })
  const created = await fetch(`${url}/posts`, { method: 'POST', headers: json, body })
  assert.equal(created.status, createdStatus)
  const { id } = await created.json()
  const read = await fetch(`${url}/posts/${id}`, { headers })
  assert.equal(read.status, 200)
  assert.deepEqual(await read.json(), { id, title: 'smoke', content: 'test' })
  const listed = await (await fetch(`${url}/posts`, { headers })).json()
  assert.ok(listed.some((post: { id: number }) => post.id === id))
  const anew = JSON.stringify({ title: 'smoke', content: 'anew' })
  const replaced = await fetch(`${url}/posts/${id}`, { method: 'PUT', headers: json, body: anew })
  assert.equal(replaced.status, replacedStatus)
  assert.equal((await (await fetch(`${url}/posts/${id}`, { headers })).json()).content, 'anew')
  const deleted = await fetch(`${url}/posts/${id}`, { method: 'DELETE', headers })
  assert.ok(deleted.ok)
  assert.equal((await fetch(`${url}/posts/${id}`, { headers })).status, 404)
}
