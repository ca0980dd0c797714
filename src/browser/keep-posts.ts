import type { World } from '../../handlers/world/world.ts'
import { type Keep, Mirror } from './mirror.ts'

/**
 * Keeps the posts of this page as its tab or its browser do.
 *
 * @param name tells the posts of one service from those of another.
 * @returns what ends it.
 */
export function keepPosts(world: World, keep: Exclude<Keep, false>, name: string): () => void {
  const key = `posts-understudy ${name}`
  const storage = keep === 'tab' ? sessionStorage : localStorage
  const warn = (message: string) => console.warn(`[posts-understudy] ${message}`)
  const channel = keep === 'browser' ? new BroadcastChannel(key) : undefined
  const mirror = new Mirror({ world, storage, channel, key, tab: crypto.randomUUID(), warn })
  const hidden = () => mirror.flush()
  // A page that comes back as it was has heard nothing of the others meanwhile.
  const shown = ({ persisted }: PageTransitionEvent) => persisted && keep === 'browser' && mirror.load()
  addEventListener('pagehide', hidden)
  addEventListener('pageshow', shown)
  return () => {
    removeEventListener('pagehide', hidden)
    removeEventListener('pageshow', shown)
    mirror.close()
  }
}
