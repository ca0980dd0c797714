import { startPosts } from 'posts-understudy/browser'
import { mountPanel } from 'posts-understudy/panel'

const mock = await startPosts({ keep: 'browser' })
mountPanel(mock)
addEventListener('posts-understudy:change', () => location.reload())
