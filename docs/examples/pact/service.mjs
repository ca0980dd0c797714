import express from 'express'

/** A small posts service. */
export function createService() {
  const posts = new Map()
  let lastId = 0
  const app = express().use(express.json())

  const isPost = ({ title, content } = {}) => typeof title === 'string' && typeof content === 'string'
  const find = (request, response, next) => {
    const post = posts.get(Number(request.params.id))
    if (!post) return response.status(404).json({ message: 'Not found' })
    response.locals.post = post
    next()
  }
  const save = (id, { title, content }) => posts.set(id, { id, title, content }).get(id)

  app.get('/v1/posts', (_request, response) => response.json([...posts.values()]))
  app.get('/v1/posts/:id', find, (_request, response) => response.json(response.locals.post))
  app.post('/v1/posts', ({ body }, response) => {
    if (!isPost(body)) return response.status(400).json({ message: 'A title and a content are needed' })
    response.status(201).json(save(++lastId, body))
  })
  app.put('/v1/posts/:id', find, ({ body }, response) => {
    if (!isPost(body)) return response.status(400).json({ message: 'A title and a content are needed' })
    response.json(save(response.locals.post.id, body))
  })
  app.delete('/v1/posts/:id', find, (_request, response) => {
    posts.delete(response.locals.post.id)
    response.status(204).end()
  })
  return app
}
