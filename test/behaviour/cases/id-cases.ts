import { type Case, casesOf, expecting, plainBody } from '../case.ts'

const bodyWith = (id: string) => `{"id":${id},"title":"A title","content":"A content."}`
const create = (id: string) => expecting(201, 'POST', '/posts', bodyWith(id))
const replace = (status: number, id: string, path = '<first>') =>
  expecting(status, 'PUT', `/posts/${path}`, bodyWith(id))
const missing = (method: 'GET' | 'DELETE', id: string) => expecting(404, method, `/posts/${id}`)
const next = expecting(201, 'POST', '/posts', plainBody)

/** One case for each of some ids. */
const each = (fact: string, ids: readonly string[], send: (id: string) => ReturnType<typeof create>) =>
  casesOf(Object.fromEntries(ids.map((id) => [`${fact} ${id}`, [send(id)]])))

const odd = ['1.5', '"7"', 'null', 'true', '[]', '{}', '1e300', '"abc"']

export const idCases: readonly Case[] = [
  ...casesOf({
    'answers a create that brings a free id': [create('500'), next, create('500'), next],
    'answers a create that brings an id in use': [create('<first>'), create('<third>'), next],
    'answers a create that brings an id in use and no text': [
      expecting(400, 'POST', '/posts', '{"id":<first>}'),
    ],
    'answers a create that brings an id below all others': [create('-5'), next, create('0'), next],
    'answers a create that brings an id that a float rounds': [
      create('9007199254740993'),
      create('9007199254740992'),
      next,
    ],
    'answers a create that brings the highest int64': [
      create('9223372036854775807'),
      missing('DELETE', '9223372036854775807'),
    ],
    'answers a create that brings the lowest int64': [create('-9223372036854775808'), next],
    'counts on after an id that a client brought is gone': [
      create('70'),
      missing('DELETE', '70'),
      next,
      create('70'),
      next,
    ],
  }),
  ...each(
    'answers a create that brings the id',
    ['9223372036854775808', '-9223372036854775809', ...odd],
    create,
  ),
  ...each('answers a create that spells the id', ['7.0', '1e2', '-0'], create),
  ...casesOf({
    'answers a replace whose body has the id of the path': [replace(200, '<first>'), replace(200, '<first>')],
    'answers a replace whose body has the id of another post': [
      replace(200, '<second>'),
      replace(200, '500'),
      missing('GET', '500'),
    ],
  }),
  ...each(
    'answers a replace whose body has the id',
    ['"<first>"', 'null', '1.5', '9223372036854775808', '[]'],
    (id) => replace(200, id),
  ),
  ...casesOf({
    'answers a replace of a post that does not exist whose body has another id': [
      replace(404, '500', '<missing>'),
      replace(404, '<missing>', '<missing>'),
      replace(404, '<first>', '<missing>'),
    ],
    'answers a bad replace of an id beyond int64': [
      expecting(404, 'PUT', '/posts/9223372036854775808', '{}'),
      expecting(404, 'PUT', '/posts/9223372036854775808', '{'),
    ],
  }),
]
