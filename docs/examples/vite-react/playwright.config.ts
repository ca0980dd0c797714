import { defineConfig } from '@playwright/test'
import type { PostsTestOptions } from 'posts-understudy/playwright'

export default defineConfig<PostsTestOptions>({
  use: { baseURL: 'http://127.0.0.1:5173', postsOptions: { posts: 3 } },
  webServer: { command: 'npx vite --host 127.0.0.1 --port 5173', url: 'http://127.0.0.1:5173' },
})
