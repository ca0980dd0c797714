import { startPosts } from 'posts-understudy/browser'
import { mountPanel } from 'posts-understudy/panel'

const mock = await startPosts({ keep: 'browser' })
mountPanel(mock)
// What the app writes is `request`; what the panel writes is `control`.
addEventListener('posts-understudy:change', ({ detail }) => detail.by === 'control' && location.reload())
