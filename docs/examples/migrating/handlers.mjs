import { HttpResponse, http } from 'msw'

const comments = [{ id: 1, postId: 1, text: 'First!' }]

/** Called once for each world, with its posts. */
export const handlers = ({ posts }) => [
  http.get('*/v1/posts', ({ request }) => {
    const query = new URL(request.url).searchParams
    if (query.size === 0) return // The mock answers.
    const text = query.get('q') ?? ''
    const found = posts.list().filter(({ title, content }) => `${title} ${content}`.includes(text))
    const by = query.get('_sort')
    if (by) found.sort((a, b) => (a[by] < b[by] ? -1 : 1))
    const limit = Number(query.get('_limit') ?? 10)
    const start = (Number(query.get('_page') ?? 1) - 1) * limit
    const headers = { 'X-Total-Count': String(found.length) }
    return HttpResponse.json(found.slice(start, start + limit), { headers })
  }),
  http.get('*/v1/posts/:id/comments', ({ params }) =>
    HttpResponse.json(comments.filter(({ postId }) => postId === Number(params.id))),
  ),
  http.post('*/v1/comments', async ({ request }) => {
    const comment = { ...(await request.json()), id: comments.length + 1 }
    comments.push(comment)
    return HttpResponse.json(comment, { status: 201 })
  }),
]
