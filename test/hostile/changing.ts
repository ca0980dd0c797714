import { draft } from './honest-posts.ts'
import { type HostileProvider, isList, isRead } from './hostile-provider.ts'

/** Providers that grow with every look, or contradict themselves. */
export const changing: readonly HostileProvider[] = [
  {
    name: 'list-grows-by-one',
    about: 'adds a post whenever its list is read',
    reply: (_honest, call, service) => {
      if (isList(call)) service.add('another', 'and another')
      return undefined
    },
    expect: { code: [1, 3] },
  },
  {
    name: 'list-grows-by-thousands',
    about: 'adds 2,000 posts whenever its list is read',
    reply: (_honest, call, service) => {
      if (isList(call)) for (let at = 0; at < 2000; at++) service.add('another', 'and another')
      return undefined
    },
    expect: { code: [1, 3] },
  },
  {
    name: 'list-doubles',
    about: 'holds twice as many posts after each look',
    reply: (_honest, call, service) => {
      if (isList(call)) for (const { title } of [...service.posts.values()]) service.add(title, 'copied')
      return undefined
    },
    expect: { code: [1, 3] },
  },
  {
    name: 'texts-grow',
    about: 'makes the content of a post 20 KB longer whenever it is read',
    reply: (_honest, call, service) => {
      const post = isRead(call) ? service.posts.get(Number(call.path.slice('/posts/'.length))) : undefined
      if (post) post.content += 'g'.repeat(20_000)
      return undefined
    },
    expect: { code: [1, 3] },
  },
  {
    name: 'texts-double',
    about: 'doubles the content of every post with each list',
    reply: (_honest, call, service) => {
      if (isList(call))
        for (const post of service.posts.values())
          if (post.content.length < 2 ** 25) post.content += post.content
      return undefined
    },
    expect: { code: [1, 3] },
  },
  {
    name: 'replies-grow',
    about: 'adds a kilobyte of blanks for every request that came before',
    reply: (honest, { index }) =>
      honest.body === ''
        ? undefined
        : { ...honest, body: `${' '.repeat(1000 * index)}${String(honest.body)}` },
  },
  {
    name: 'deletes-make-posts',
    about: 'adds 100 copies of a post that is deleted',
    reply: (_honest, { method }, service) => {
      if (method === 'DELETE') for (let at = 0; at < 100; at++) service.add('copy', 'of a post')
      return undefined
    },
    expect: { code: [1, 3] },
  },
  {
    name: 'creates-copy-marks',
    about: 'adds 500 posts with the title of every post that is created',
    reply: (_honest, { method, body }, service) => {
      if (method !== 'POST') return undefined
      const title = /"title":"([^"]*)"/.exec(body)?.[1] ?? ''
      for (let at = 0; at < 500 && service.posts.size < 50_000; at++) service.add(title, `copy ${at}`)
      return undefined
    },
    expect: { code: [1, 3] },
  },
  {
    name: 'list-is-another-each-time',
    about: 'lists 3,000 posts with other ids each time',
    reply: (_honest, call) =>
      isList(call)
        ? draft(
            200,
            Array.from({ length: 3000 }, (_, at) => ({
              id: call.index * 3000 + at + 1,
              title: 't',
              content: 'c',
            })),
          )
        : undefined,
    expect: { code: [1, 3] },
  },
  {
    name: 'list-and-reads-disagree',
    about: 'lists each post with other texts than it reads',
    posts: 200,
    reply: (honest, call) =>
      isList(call)
        ? { ...honest, body: String(honest.body).replaceAll('"content":"', '"content":"not ') }
        : undefined,
    expect: { code: [1, 3] },
  },
  {
    name: 'session-ends',
    about: 'does what it is asked, and from the 120th request on answers with a page to log in, under 200',
    reply: (_honest, { index }) =>
      index < 120
        ? undefined
        : { status: 200, headers: { 'content-type': 'text/html' }, body: '<form action="/login"></form>' },
    expect: { code: [1, 3] },
  },
  {
    name: 'status-changes',
    about: 'answers every request with a status of its own',
    reply: (honest, { index }) => ({ ...honest, status: 200 + ((index * 37) % 380) }),
    expect: { code: [1, 3] },
  },
  {
    name: 'every-other-list-is-empty',
    about: 'lists nothing every second time',
    reply: (honest, call) => (isList(call) && call.index % 2 === 0 ? { ...honest, body: '[]' } : undefined),
    expect: { code: [1, 3] },
  },
  {
    name: 'media-type-changes',
    about: 'names another media type each time',
    reply: (honest, { index }) => ({ ...honest, headers: { 'content-type': `application/x-${index}` } }),
    expect: { code: [1, 3] },
  },
  {
    name: 'echoes-everything',
    about: 'lists every body that was ever sent to it',
    reply: (honest, call, service) => {
      if (call.body !== '') service.add('echo', call.body)
      return isList(call) ? draft(200, [...service.posts.values()]) : honest
    },
  },
  {
    name: 'all-reads-are-one-post',
    about: 'reads its first post whatever is asked for',
    reply: (_honest, call, service) => (isRead(call) ? draft(200, service.posts.get(1) ?? {}) : undefined),
    expect: { code: [1, 3] },
  },
]
