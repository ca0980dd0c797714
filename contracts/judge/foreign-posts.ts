import { attributed, type CheckContext } from './check-context.ts'
import { wholeList } from './views.ts'

/** How many foreign posts are read. */
const sample = 4

/** Checks that foreign posts in the list can be read. */
export async function checkForeignPosts(context: CheckContext): Promise<void> {
  const ids = [...context.foreign]
  const chosen = new Set([...ids.slice(0, sample / 2), ...ids.slice(-sample / 2)])
  for (const id of chosen) {
    if ((await context.look(`/posts/${id}`)).status !== 404) continue
    await context.check(['list.all'], async () => {
      const { list } = await wholeList(context)
      const isReadable = (await context.look(`/posts/${id}`)).status !== 404
      if (!list.ids.has(id) || isReadable) return []
      const about = 'the list has a post that does not exist'
      const expected = `no post ${id} in the list, or status 200`
      const fault = { clause: 'list.all', about, expected, actual: 'status 404', post: id } as const
      return [attributed({ ...fault, views: ['list'] }, 'foreign post only listed')]
    })
  }
}
