import { startPosts } from 'posts-understudy/browser'
import { localControl, mountPanel } from 'posts-understudy/panel'

const mock = await startPosts({ keep: 'browser' })
mountPanel({ control: localControl(mock) })
addEventListener('posts-understudy:change', () => location.reload())
