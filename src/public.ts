export type { Fault, FaultScope, FaultSettings, Faults, Latency, StatusFault } from '../handlers/faults.ts'
export type { Journal, JournalEntry } from '../handlers/journal.ts'
export type { JournalFilter } from '../handlers/journal-filter.ts'
export type { OperationName } from '../handlers/operation.ts'
export type { Timers } from '../handlers/timers.ts'
export type { Warning } from '../handlers/warning.ts'
export { type AnswerTo, type ChoiceId, choiceIds, choices } from './choices.ts'
export { isUnderstudyError, UnderstudyError, type UnderstudyErrorCode } from './errors.ts'
export type { JsonValue } from './json.ts'
export type { PostsMock, PostsMockOptions } from './mock.ts'
export { type Post, type PostFields, type PostId, parsePostId, postFieldsSchema, postSchema } from './post.ts'
export type { PostsFace } from './posts-face.ts'
export { type PresetName, presets } from './presets.ts'
export {
  completeProfile,
  type PartialProfile,
  type Profile,
  type ProfileOption,
  parseProfile,
  profileJsonSchema,
} from './profile.ts'
export type { InitialPost } from './store/seeding.ts'
export type { Snapshot } from './store/state.ts'
