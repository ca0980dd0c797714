// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { test } from 'posts-understudy/vitest'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, vi } from 'vitest'
import { useAddPost, usePosts } from './use-posts.js'

/** What a hook returns now. */
function render(useHook) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const result = {}
  const Component = () => {
    result.current = useHook()
    return null
  }
  const root = createRoot(document.createElement('div'))
  root.render(createElement(QueryClientProvider, { client }, createElement(Component)))
  return result
}

test('shows the posts', async () => {
  const hook = render(() => usePosts())
  await vi.waitFor(() => expect(hook.current.data.length).toBeGreaterThan(0), 3000)
})

test('adds a post', async () => {
  const hook = render(() => ({ posts: usePosts(), add: useAddPost() }))
  await vi.waitFor(() => expect(hook.current.posts.isSuccess).toBe(true), 3000)
  hook.current.add.mutate({ title: 'Tea', content: 'Kenya' })
  await vi.waitFor(() => expect(hook.current.posts.data.at(-1).title).toBe('Tea'), 3000)
})
