import { type Case, plainBody, step } from '../case.ts'

const other = '{"title":"Another title","content":"Other content."}'
const create = step('POST', '/posts', plainBody)
const remove = (name: string) => step('DELETE', `/posts/<${name}>`)
const read = (name: string) => step('GET', `/posts/<${name}>`)
const replace = (name: string, body = other) => step('PUT', `/posts/<${name}>`, body)

/** What the document says of the five operations, and sequences of them. */
export const operationCases: readonly Case[] = [
  {
    fact: 'lists every post once, and the same twice',
    steps: [step('GET', '/posts'), step('GET', '/posts')],
    statuses: [200, 200],
  },
  {
    fact: 'reads each post, and the same twice',
    steps: [read('first'), read('second'), read('third'), read('first')],
    statuses: [200, 200, 200, 200],
  },
  {
    fact: 'answers 404 to reading a post that does not exist',
    steps: [read('missing')],
    statuses: [404],
  },
  {
    fact: 'creates a post that can be read and is listed',
    steps: [create, read('last')],
    statuses: [201, 200],
  },
  {
    fact: 'creates two posts of the same data',
    steps: [create, create],
    statuses: [201, 201],
  },
  {
    fact: 'replaces a post wholly under the same id, and no other',
    steps: [replace('second'), read('second'), read('first'), read('third')],
    statuses: [200, 200, 200, 200],
  },
  {
    fact: 'leaves after a second replace by the same data what the first left',
    steps: [replace('first'), replace('first')],
    statuses: [200, 200],
  },
  {
    fact: 'leaves nothing of the old post when a replace brings less',
    steps: [
      replace('first', '{"title":"Short","content":"Short.","note":"kept?","meta":{"deep":[1]}}'),
      replace('first', '{"title":"Shorter","content":"","other":true}'),
      replace('first', '{"title":"Shortest"}'),
      replace('first', '{"content":"Alone."}'),
      replace('first', '{}'),
    ],
    statuses: [200, 200, 400, 400, 400],
  },
  {
    fact: 'deletes a post and leaves the others',
    steps: [remove('second'), read('second'), read('first'), read('third')],
    statuses: [204, 404, 200, 200],
  },
  {
    fact: 'leaves after a second delete what the first left',
    steps: [remove('first'), remove('first')],
    statuses: [204, 404],
  },
  {
    fact: 'changes nothing by deleting a post that does not exist',
    steps: [remove('missing')],
    statuses: [404],
  },
  {
    fact: 'answers a replace of a post that does not exist, twice',
    steps: [replace('missing'), replace('missing', plainBody), read('missing')],
    statuses: [404, 404, 404],
  },
  {
    fact: 'answers a bad replace of a post that does not exist',
    steps: [
      replace('missing', '{}'),
      replace('missing', '{'),
      replace('missing', '[]'),
      step('PUT', '/posts/<missing>'),
    ],
    statuses: [404, 400, 400, 400],
  },
  {
    fact: 'counts on after posts that a replace created',
    steps: [replace('missing'), create, remove('missing'), create, replace('last'), remove('last'), create],
    statuses: [404, 201, 404, 201, 200, 204, 201],
  },
  {
    fact: 'gives out an id after the highest post is gone',
    steps: [create, remove('last'), create, remove('last'), remove('third'), create],
    statuses: [201, 204, 201, 204, 204, 201],
  },
  {
    fact: 'gives out ids after posts in between are gone',
    steps: [remove('second'), create, create, remove('first'), create],
    statuses: [204, 201, 201, 204, 201],
  },
  {
    fact: 'lists nothing once all posts are gone, and goes on from there',
    steps: [
      remove('first'),
      remove('second'),
      remove('third'),
      create,
      create,
      replace('last'),
      remove('last'),
    ],
    statuses: [204, 204, 204, 201, 201, 200, 204],
  },
  {
    fact: 'keeps the order of a list over replaces, deletes and creates',
    steps: [replace('third'), replace('first'), create, create, remove('second'), create, replace('third')],
    statuses: [200, 200, 201, 201, 204, 201, 200],
  },
  {
    fact: 'replaces and deletes a post that was just created',
    steps: [create, replace('last'), read('last'), remove('last'), read('last'), replace('last', plainBody)],
    statuses: [201, 200, 200, 204, 404, 404],
  },
]
