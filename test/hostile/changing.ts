import { addForeign, alterAll, copy } from '../provider-set/kept-posts.ts'
import type { Provider } from '../provider-set/provider.ts'
import { any, before, creates, errors, hostile, ids, lists, reads, replying, texts } from './provider.ts'

const page = (index: number) => ({ link: `</v1/posts?page=${index}>; rel="next"` })

/** Providers that grow with every look, contradict themselves, or mean something else. */
export const changing = hostile({
  'any end': {
    'replies-grow': texts(any, (json, index) => ' '.repeat(1000 * index) + json),
    // Lists every body that was ever sent to it.
    'echoes-everything': before(
      ({ body }) => body.length > 0,
      (provider, { body }) => addForeign(provider, 'echo', body.toString()),
    ),
    // Answers a delete with the post of somebody else.
    'deletes-answer-another': replying(
      ({ method }) => method === 'DELETE',
      ({ provider }) => ({
        status: 200,
        body: provider.find(1n) ?? {},
      }),
    ),
  },
  'broken or not judged': {
    // Holds twice as many posts after each look.
    'list-doubles': before(lists, (provider) => {
      for (const post of provider.all()) copy(provider, post)
    }),
    'texts-grow': before(lists, (provider) =>
      alterAll(provider, ({ content }) => ({ content: content.slice(0, 2 ** 25) + 'g'.repeat(20_000) })),
    ),
    // Adds 500 posts with the title of every post that is created.
    'creates-copy-marks': before(creates, (provider, { body }) => {
      const title = /"title":"([^"]*)"/.exec(body.toString())?.[1] ?? ''
      for (let at = 0; at < 500 && provider.posts.size < 50_000; at++)
        addForeign(provider, title, `copy ${at}`)
    }),
    'list-is-another-each-time': ids(lists, (id, index) => `${index * 3000 + Number(id)}`),
    'every-other-list-is-empty': texts(lists, (json, index) => (index % 2 ? json : '[]')),
    'status-changes': replying(any, ({ reply, index }) => ({ ...reply, status: 200 + ((index * 37) % 380) })),
    'all-reads-are-one-post': replying(reads, ({ provider }) => ({
      status: 200,
      body: provider.find(1n) ?? {},
    })),
    // From the 120th request on answers with a page to log in, under 200.
    'session-ends': replying(any, ({ reply, index }) =>
      index < 120
        ? reply
        : { status: 200, headers: { 'content-type': 'text/html' }, raw: '<form action="/login"></form>' },
    ),
    // Answers every error with a page of HTML, under 200.
    'hypertext-errors': replying(errors, () => ({
      status: 200,
      headers: { 'content-type': 'text/html' },
      raw: `<html>${'<p>'.repeat(100_000)}`,
    })),
    // Takes a replace for the making of another post.
    'puts-make-another': (provider) => ({
      replace: (_id, input) => provider.create(input) as ReturnType<Provider['create']>,
    }),
    // Leads from its second page back to its first.
    'pages-that-repeat': replying(lists, ({ reply, call }) => ({
      ...reply,
      headers: page(call.query.get('page') === '2' ? 1 : 2),
    })),
  },
  'not judged': {
    // Has a next page behind each page of its list, twice as long.
    'pages-that-double': [
      replying(lists, ({ reply, call }) => {
        const number = Number(call.query.get('page') ?? 0)
        const posts = Array.from({ length: Math.min(2 ** number, 200_000) }, (_, at) => ({
          id: 1_000_000 * (number + 1) + at,
          title: 'page',
          content: 'p',
        }))
        return { ...reply, headers: page(number + 1), body: [...(reply.body as object[]), ...posts] }
      }),
      /more than 1,000 pages or/,
    ],
  },
})
