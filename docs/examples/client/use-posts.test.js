// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { test } from 'posts-understudy/vitest'
import { createElement } from 'react'
import { expect } from 'vitest'
import { useAddPost, usePosts } from './use-posts.js'

const render = (hook) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const wrapper = ({ children }) => createElement(QueryClientProvider, { client }, children)
  return renderHook(hook, { wrapper }).result
}

test('shows the posts', async () => {
  const hook = render(() => usePosts())
  await waitFor(() => expect(hook.current.isSuccess).toBe(true))
  expect(hook.current.data.length).toBeGreaterThan(0)
})

test('adds a post', async () => {
  const hook = render(() => ({ posts: usePosts(), add: useAddPost() }))
  await waitFor(() => expect(hook.current.posts.isSuccess).toBe(true))
  hook.current.add.mutate({ title: 'Tea', content: 'Kenya' })
  await waitFor(() => expect(hook.current.posts.data.at(-1).title).toBe('Tea'))
})
