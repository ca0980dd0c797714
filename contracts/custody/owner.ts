import type { SentMarks } from './sent-marks.ts'
import { areOf, type SentPost } from './sent-texts.ts'
import type { KnownPost } from './tracked-post.ts'
import type { UnmarkedPosts } from './unmarked-posts.ts'

/** Whose a post is, by its texts. */
export type Owner = 'ours' | 'uncertain' | 'foreign'

/** @param post what is known of its id. */
export function ownerOf(
  shown: SentPost,
  post: KnownPost | undefined,
  marks: SentMarks,
  unmarked: UnmarkedPosts,
): Owner {
  const sent = [...(post?.sent ?? [])]
  if (shown.every((text) => text === '')) {
    if (sent.includes('')) return 'ours'
    return marks.areAny || sent.length > 0 ? 'uncertain' : 'foreign'
  }
  const inShown = marks.marksIn(shown)
  if (post?.mark !== undefined && inShown.includes(post.mark)) return 'ours'
  if (marks.marksOf(shown).length > 0 || areOf(sent, shown, inShown.length > 0)) return 'ours'
  return unmarked.mayHaveMade(shown) || marks.isUnderWay(inShown) ? 'uncertain' : 'foreign'
}
