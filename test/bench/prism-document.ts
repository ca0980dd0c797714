import type { SamplePost } from './sample-posts.ts'

const post = {
  type: 'object',
  required: ['id', 'title', 'content'],
  properties: {
    id: { type: 'integer', format: 'int64' },
    title: { type: 'string' },
    content: { type: 'string' },
  },
}

/** An OpenAPI document whose examples are the posts: Prism's way to answer with the same bodies. */
export function prismDocument(posts: readonly SamplePost[], created: SamplePost): object {
  const reply = (description: string, schema: object, example: unknown) => ({
    description,
    content: { 'application/json': { schema, example } },
  })
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer', format: 'int64' } }
  const { properties } = post
  const fields = { type: 'object', required: ['title', 'content'], properties }
  return {
    openapi: '3.1.0',
    info: { title: 'Posts', version: '1.0.0' },
    paths: {
      '/v1/posts': {
        get: { responses: { 200: reply('Every post.', { type: 'array', items: post }, posts) } },
        post: {
          requestBody: { required: true, content: { 'application/json': { schema: fields } } },
          responses: { 201: reply('The created post.', post, created) },
        },
      },
      '/v1/posts/{id}': {
        parameters: [id],
        get: { responses: { 200: reply('The post.', post, posts[6]) } },
      },
    },
  }
}
