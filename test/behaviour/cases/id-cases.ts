import { type Case, plainBody, step } from '../case.ts'

const bodyWith = (id: string) => `{"id":${id},"title":"A title","content":"A content."}`
const create = (id: string) => step('POST', '/posts', bodyWith(id))
const replace = (id: string, path = '<first>') => step('PUT', `/posts/${path}`, bodyWith(id))
const next = step('POST', '/posts', plainBody)

/** Ids in bodies. */
export const idCases: readonly Case[] = [
  {
    fact: 'answers a create that brings a free id',
    steps: [create('500'), next, create('500'), next],
    statuses: [201, 201, 201, 201],
  },
  {
    fact: 'answers a create that brings an id in use',
    steps: [create('<first>'), create('<third>'), next],
    statuses: [201, 201, 201],
  },
  {
    fact: 'answers a create that brings an id in use and no text',
    steps: [step('POST', '/posts', '{"id":<first>}')],
    statuses: [400],
  },
  {
    fact: 'answers a create that brings an id below all others',
    steps: [create('-5'), next, create('0'), next],
    statuses: [201, 201, 201, 201],
  },
  {
    fact: 'answers a create that brings an id that a float rounds',
    steps: [create('9007199254740993'), create('9007199254740992'), next],
    statuses: [201, 201, 201],
  },
  {
    fact: 'answers a create that brings the highest int64',
    steps: [create('9223372036854775807'), step('DELETE', '/posts/9223372036854775807')],
    statuses: [201, 404],
  },
  {
    fact: 'answers a create that brings the lowest int64',
    steps: [create('-9223372036854775808'), next],
    statuses: [201, 201],
  },
  {
    fact: 'counts on after an id that a client brought is gone',
    steps: [create('70'), step('DELETE', '/posts/70'), next, create('70'), next],
    statuses: [201, 404, 201, 201, 201],
  },
  ...[
    '9223372036854775808',
    '-9223372036854775809',
    '1.5',
    '"7"',
    'null',
    'true',
    '[]',
    '{}',
    '1e300',
    '"abc"',
  ].map((id) => ({
    fact: `answers a create that brings the id ${id}`,
    steps: [create(id)],
    statuses: [201],
  })),
  ...['7.0', '1e2', '-0'].map((id) => ({
    fact: `answers a create that spells the id ${id}`,
    steps: [create(id)],
    statuses: [201],
  })),
  {
    fact: 'answers a replace whose body has the id of the path',
    steps: [replace('<first>'), replace('<first>')],
    statuses: [200, 200],
  },
  {
    fact: 'answers a replace whose body has the id of another post',
    steps: [replace('<second>'), replace('500'), step('GET', '/posts/500')],
    statuses: [200, 200, 404],
  },
  ...['"<first>"', 'null', '1.5', '9223372036854775808', '[]'].map((id) => ({
    fact: `answers a replace whose body has the id ${id}`,
    steps: [replace(id)],
    statuses: [200],
  })),
  {
    fact: 'answers a replace of a post that does not exist whose body has another id',
    steps: [replace('500', '<missing>'), replace('<missing>', '<missing>'), replace('<first>', '<missing>')],
    statuses: [404, 404, 404],
  },
  {
    fact: 'answers a bad replace of an id beyond int64',
    steps: [step('PUT', '/posts/9223372036854775808', '{}'), step('PUT', '/posts/9223372036854775808', '{')],
    statuses: [404, 404],
  },
]
