import { HttpResponse, http } from 'msw'

const comments = [{ id: 1, postId: 1, text: 'First!' }]

/** Called once for each world, with its posts. */
export const handlers = ({ posts }) => [
  http.get('*/v1/posts', ({ request }) => {
    const query = new URL(request.url).searchParams
    if (query.size === 0) return // The mock answers.
    const found = posts.list().filter(({ title }) => title.includes(query.get('q') ?? ''))
    const end = 10 * Number(query.get('_page') ?? 1)
    return HttpResponse.json(found.slice(end - 10, end))
  }),
  http.get('*/v1/posts/:id/comments', ({ params }) =>
    HttpResponse.json(comments.filter(({ postId }) => postId === Number(params.id))),
  ),
]
