import type { PostId } from '../../handlers/model/post.ts'
import type { OwnPost, OwnPosts } from '../model/own-posts.ts'
import type { View, WriteLog } from '../model/write-log.ts'

import type { ReceivedPost } from '../spec/post-text.ts'
import { isKept } from '../spec/texts.ts'
import type { Symptom } from './attribution.ts'
import { bothSides, brief } from './excerpt.ts'
import type { Violation } from './finding.ts'

/** What the provider must show. */
export interface Expected {
  /** The posts of the sequence. */
  readonly own: OwnPosts
  readonly writes: WriteLog
  /** Foreign ids in the latest list. */
  readonly foreign: Pick<ReadonlySet<PostId>, 'has'>
  /** The unique text in every title of the sequence. */
  readonly marker: string
  /** Whether the list has pages: foreign writes may move posts between them during a read. */
  readonly isPaged: boolean
}

/** The differences between an expected and a received post, one for each text. */
export function differences(post: OwnPost, received: ReceivedPost, view: View): Symptom[] {
  const { id } = post
  const [clause, where] =
    view === 'list' ? (['list.all', 'in the list'] as const) : (['read.ok', 'when it is read'] as const)
  return (['title', 'content'] as const).flatMap((field): readonly Symptom[] => {
    if (isKept(post[field], received[field])) return []
    const about = `the ${field} of post ${id} ${where} is wrong`
    const sides = bothSides(post[field], received[field])
    return [{ kind: 'wrong text', fault: { clause, about, ...sides, post: id, views: [view] } }]
  })
}

/** A value that is not a post. */
export function shapeless(text: string, id?: PostId): Violation {
  return {
    clause: 'post.shape',
    about: 'this is not a post',
    expected: '{ id: int64 integer, title: string, content: string }',
    actual: brief(text),
    ...(id === undefined ? {} : { post: id }),
  }
}
