export { type PresetName, presets } from '../handlers/choices/presets.ts'
export {
  completeProfile,
  type PartialProfile,
  type Profile,
  type ProfileOption,
  parseProfile,
} from '../handlers/choices/profile.ts'
export { type AnswerTo, type ChoiceId, choiceIds, choices } from '../handlers/choices.ts'
export type { OperationName } from '../handlers/endpoints.ts'
export type {
  Fault,
  FaultOperation,
  FaultSettings,
  Faults,
  Latency,
  StatusFault,
} from '../handlers/faults/faults.ts'
export type { PostFields } from '../handlers/fields.ts'
export type { Warning } from '../handlers/http/warning.ts'
export type { Journal, JournalFilter } from '../handlers/journal/journal.ts'
export type { JournalEntry } from '../handlers/journal/journal-entry.ts'
export { isUnderstudyError, UnderstudyError, type UnderstudyErrorCode } from '../handlers/model/errors.ts'
export type { JsonValue } from '../handlers/model/json.ts'
export { type PostId, parsePostId, postFieldsSchema, postSchema } from '../handlers/model/post.ts'
export type { Timers } from '../handlers/model/timers.ts'
export type { PostQuery, PostsCollection } from '../handlers/store/post-collection.ts'
export type { InitialPost } from '../handlers/store/seeding.ts'
export { createPostsMock, type PostsMock, type PostsMockOptions } from './mock/mock.ts'
export type { JsonSnapshot as Snapshot, MockPosts, Post } from './mock/world-handle.ts'
