import assert from 'node:assert/strict'

/** What a team writes on the day on which the service is deployed: every operation once, and one that is missing. */
export async function smokeTest(url: string, headers: Readonly<Record<string, string>> = {}): Promise<void> {
  const json = { ...headers, 'content-type': 'application/json' }
  const body = JSON.stringify({ title: 'smoke', content: 'test' })
  const created = await fetch(`${url}/posts`, { method: 'POST', headers: json, body })
  assert.equal(created.status, 201)
  const { id } = await created.json()
  const read = await fetch(`${url}/posts/${id}`, { headers })
  assert.equal(read.status, 200)
  assert.deepEqual(await read.json(), { id, title: 'smoke', content: 'test' })
  const listed = await (await fetch(`${url}/posts`, { headers })).json()
  assert.ok(listed.some((post: { id: number }) => post.id === id))
  const anew = JSON.stringify({ title: 'smoke', content: 'anew' })
  const replaced = await fetch(`${url}/posts/${id}`, { method: 'PUT', headers: json, body: anew })
  assert.equal(replaced.status, 200)
  assert.equal((await (await fetch(`${url}/posts/${id}`, { headers })).json()).content, 'anew')
  const deleted = await fetch(`${url}/posts/${id}`, { method: 'DELETE', headers })
  assert.ok(deleted.ok)
  assert.equal((await fetch(`${url}/posts/${id}`, { headers })).status, 404)
}
