import react from '@vitejs/plugin-react'
import { postsUnderstudy } from 'posts-understudy/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [react(), postsUnderstudy()] })
