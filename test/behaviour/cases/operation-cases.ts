import { type Case, casesOf, expecting, plainBody } from '../case.ts'

const other = '{"title":"Another title","content":"Other content."}'
const list = expecting(200, 'GET', '/posts')
const create = expecting(201, 'POST', '/posts', plainBody)
const read = (status: number, name: string) => expecting(status, 'GET', `/posts/<${name}>`)
const replace = (status: number, name: string, body = other) =>
  expecting(status, 'PUT', `/posts/<${name}>`, body)
const remove = (status: number, name: string) => expecting(status, 'DELETE', `/posts/<${name}>`)

/** What the document says of the five operations, and sequences of them. */
export const operationCases: readonly Case[] = casesOf({
  'lists every post once, and the same twice': [list, list],
  'reads each post, and the same twice': [
    read(200, 'first'),
    read(200, 'second'),
    read(200, 'third'),
    read(200, 'first'),
  ],
  'answers 404 to reading a post that does not exist': [read(404, 'missing')],
  'creates a post that can be read and is listed': [create, read(200, 'last')],
  'creates two posts of the same data': [create, create],
  'replaces a post wholly under the same id, and no other': [
    replace(200, 'second'),
    read(200, 'second'),
    read(200, 'first'),
    read(200, 'third'),
  ],
  'leaves after a second replace by the same data what the first left': [
    replace(200, 'first'),
    replace(200, 'first'),
  ],
  'leaves nothing of the old post when a replace brings less': [
    replace(200, 'first', '{"title":"Short","content":"Short.","note":"kept?","meta":{"deep":[1]}}'),
    replace(200, 'first', '{"title":"Shorter","content":"","other":true}'),
    replace(400, 'first', '{"title":"Shortest"}'),
    replace(400, 'first', '{"content":"Alone."}'),
    replace(400, 'first', '{}'),
  ],
  'deletes a post and leaves the others': [
    remove(204, 'second'),
    read(404, 'second'),
    read(200, 'first'),
    read(200, 'third'),
  ],
  'leaves after a second delete what the first left': [remove(204, 'first'), remove(404, 'first')],
  'changes nothing by deleting a post that does not exist': [remove(404, 'missing')],
  'answers a replace of a post that does not exist, twice': [
    replace(404, 'missing'),
    replace(404, 'missing', plainBody),
    read(404, 'missing'),
  ],
  'answers a bad replace of a post that does not exist': [
    replace(404, 'missing', '{}'),
    replace(400, 'missing', '{'),
    replace(400, 'missing', '[]'),
    expecting(400, 'PUT', '/posts/<missing>'),
  ],
  'counts on after posts that a replace created': [
    replace(404, 'missing'),
    create,
    remove(404, 'missing'),
    create,
    replace(200, 'last'),
    remove(204, 'last'),
    create,
  ],
  'gives out an id after the highest post is gone': [
    create,
    remove(204, 'last'),
    create,
    remove(204, 'last'),
    remove(204, 'third'),
    create,
  ],
  'gives out ids after posts in between are gone': [
    remove(204, 'second'),
    create,
    create,
    remove(204, 'first'),
    create,
  ],
  'lists nothing once all posts are gone, and goes on from there': [
    remove(204, 'first'),
    remove(204, 'second'),
    remove(204, 'third'),
    create,
    create,
    replace(200, 'last'),
    remove(204, 'last'),
  ],
  'keeps the order of a list over replaces, deletes and creates': [
    replace(200, 'third'),
    replace(200, 'first'),
    create,
    create,
    remove(204, 'second'),
    create,
    replace(200, 'third'),
  ],
  'replaces and deletes a post that was just created': [
    create,
    replace(200, 'last'),
    read(200, 'last'),
    remove(204, 'last'),
    read(404, 'last'),
    replace(404, 'last', plainBody),
  ],
})
