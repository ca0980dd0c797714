import type { InvalidStatus, inputChoices, MaxLength } from '../../handlers/choices/input-choices.ts'
import type { Profile } from '../../handlers/choices/profile.ts'
import type { AnswerTo } from '../../handlers/choices.ts'
import { counted, type Notice, wordsFor } from './notice.ts'

type Notices = { readonly [Id in keyof typeof inputChoices]: Notice<AnswerTo<Id>> }
type MediaType = AnswerTo<'input.media-type'>

const mediaTypeWords = wordsFor<MediaType>({
  415: 'refused with 415',
  400: 'refused with 400',
  accepted: 'read as JSON all the same',
  ignored: 'not read, as if it were {}',
})

/** What a client notices of its input. */
export const inputNotices: Notices = {
  'input.required': {
    subject: 'A create or replace',
    verb: 'needs',
    says: wordsFor({
      'title+content': 'a title and a content',
      title: 'a title alone',
      content: 'a content alone',
      none: 'neither title nor content',
    }),
    advice: (answer) =>
      ({
        'title+content': 'always send both',
        title: 'a content that is left out is kept as ""',
        content: 'a title that is left out is kept as ""',
        none: 'what is left out is kept as "", and nothing stops an empty post',
      })[answer],
  },
  'input.empty': {
    subject: 'An empty text',
    verb: 'is',
    says: wordsFor({
      accepted: 'accepted',
      'title-refused': 'refused as a title',
      'content-refused': 'refused as a content',
      refused: 'refused as a title and as a content',
    }),
    advice: (answer) =>
      ({
        accepted: 'stop empty texts yourself where they are not wanted',
        'title-refused': 'do not let a title be empty',
        'content-refused': 'do not let a content be empty',
        refused: 'let neither text be empty',
      })[answer],
  },
  'input.wrong-type': {
    subject: 'A title or content that is no string',
    verb: 'is',
    says: wordsFor({ refused: 'refused', coerced: 'turned into text' }),
    advice: (answer) => (answer === 'refused' ? 'send strings alone' : 'expect "7" back where 7 was sent'),
  },
  'input.unknown-fields': {
    subject: 'A field beside title and content',
    verb: 'is',
    says: wordsFor({ ignored: 'ignored', refused: 'refused', stored: 'stored and given back' }),
    advice: (answer) =>
      ({
        ignored: 'do not count on reading it again',
        refused: 'send title and content alone',
        stored: 'send none that others may not read',
      })[answer],
  },
  'input.client-id': {
    subject: 'An id in the body of a create',
    verb: 'is',
    says: wordsFor({ ignored: 'ignored', refused: 'refused', honoured: 'taken for the post' }),
    advice: (answer) =>
      ({
        ignored: 'the post gets another id than the one sent',
        refused: 'leave it out',
        honoured: 'leave it out, or it may meet that of another post',
      })[answer],
  },
  'input.client-id-null': {
    subject: 'A create with the id null',
    verb: 'is',
    says: (answer, profile) =>
      answer === 'as-none' || profile['input.client-id'] === 'ignored'
        ? 'done as if the id were not there'
        : 'refused',
    advice: () => 'leave the id out',
  },
  'input.client-id-taken': {
    subject: 'A create with the id of another post',
    verb: 'is',
    says: (status, profile) =>
      ({
        ignored: 'done under an id of its own',
        refused: 'refused as with any id',
        honoured: `answered with ${status}`,
      })[profile['input.client-id']],
    advice: (status, profile) =>
      profile['input.client-id'] !== 'honoured'
        ? 'take the id from the service'
        : status === 500
          ? 'it looks as if the service had failed, so do not send it again'
          : `take ${status} for an id that is taken`,
  },
  'input.invalid-status': {
    subject: 'A body with bad fields',
    verb: 'is answered with',
    says: invalidWords,
    advice: () => 'take that for a mistake in the input, and show it there',
  },
  'input.malformed-status': {
    subject: 'A body that is not JSON',
    verb: 'is answered with',
    says: String,
    advice: (status) => `take ${status} for a fault of the program, not of its user`,
  },
  'input.invalid-utf8': {
    subject: 'A body that is not UTF-8',
    verb: 'is',
    says: wordsFor({ refused: 'refused', replaced: 'taken, with U+FFFD for every broken sequence' }),
    advice: (answer) => (answer === 'refused' ? 'send UTF-8' : 'send UTF-8, as nobody complains otherwise'),
  },
  'input.byte-order-mark': {
    subject: 'A body that begins with a byte order mark',
    verb: 'is',
    says: wordsFor({ refused: 'refused like one that is not JSON', ignored: 'read as if there were none' }),
    advice: () => 'send none',
  },
  'input.duplicate-keys': {
    subject: 'A body that names a field twice',
    verb: 'is',
    says: wordsFor({ 'last-counts': 'taken, the last one counting', refused: 'refused' }),
    advice: () => 'name every field once',
  },
  'input.max-depth': {
    subject: 'A body',
    verb: 'may nest',
    says: (depth) => (depth === 'none' ? 'as deep as it likes' : `up to ${counted(depth)} levels deep`),
    advice: (depth) => (depth === 'none' ? undefined : 'flatten what is deeper'),
  },
  'input.media-type': {
    subject: 'A body of another media type than application/json',
    verb: 'is',
    says: mediaTypeWords,
    advice: mediaTypeAdvice,
  },
  'input.no-media-type': {
    subject: 'A body without a Content-Type header',
    verb: 'is',
    says: mediaTypeWords,
    advice: mediaTypeAdvice,
  },
  'input.charset': {
    subject: 'A body of JSON that names a charset other than UTF-8',
    verb: 'is',
    says: (answer) => (answer === 'ignored' ? 'read as UTF-8 all the same' : `refused with ${answer}`),
    advice: () => 'send UTF-8, and name no charset',
  },
  'input.content-encoding': {
    subject: 'A body with a Content-Encoding',
    verb: 'is',
    says: wordsFor({ ignored: 'read as it came', 415: 'refused with 415' }),
    advice: () => 'compress no bodies',
  },
  'input.no-body': {
    subject: 'A create or replace without a body',
    verb: 'is',
    says: wordsFor({ refused: 'refused like one that is not JSON', 'as-empty-object': 'taken for {}' }),
    advice: (answer, profile) =>
      answer === 'as-empty-object' && profile['input.required'] === 'none'
        ? 'a body that gets lost makes an empty post'
        : 'always send a body',
  },
  'input.max-length': {
    subject: 'A text',
    verb: 'may have',
    says: lengthWords,
    advice: (limit) => (lengthWords(limit) === lengthWords('none') ? undefined : 'limit what can be typed'),
  },
  'input.max-bytes': {
    subject: 'A body',
    verb: 'may have',
    says: (bytes) => (bytes === 'none' ? 'any size' : `up to ${counted(bytes)} bytes`),
    advice: (bytes) => (bytes === 'none' ? undefined : 'expect 413 for a larger one'),
  },
  'text.kept': {
    subject: 'A text',
    verb: 'is kept',
    says: wordsFor({
      verbatim: 'as it was sent',
      trimmed: 'without the blanks at its ends',
      nfc: 'in the Unicode form NFC',
      lf: 'with LF for CRLF',
      'without-nul': 'without NUL',
      'html-escaped': 'escaped for HTML',
    }),
    advice: (answer) =>
      ({
        verbatim: 'escape it before it goes into a page',
        trimmed: 'do not compare the blanks at its ends with what was sent',
        nfc: 'compare it with what was sent in NFC',
        lf: 'do not compare its line ends with what was sent',
        'without-nul': 'do not compare NULs with what was sent',
        'html-escaped': 'unescape it before it is shown as text or sent again',
      })[answer],
  },
}

function mediaTypeAdvice(answer: MediaType, profile: Profile): string {
  if (answer === 'accepted') return 'a wrong header goes unnoticed here, and not everywhere'
  if (answer !== 'ignored') return 'send Content-Type: application/json'
  const outcome =
    profile['input.required'] === 'none' ? 'an empty post is made' : 'the fields are said to be missing'
  return `send Content-Type: application/json, or ${outcome}`
}

function invalidWords(status: InvalidStatus): string {
  if (typeof status === 'number') return String(status)
  const { missing, 'wrong-type': wrong, 'not-allowed': not } = status
  if (missing === wrong && wrong === not) return String(missing)
  return `${missing} where a field is missing, ${wrong} where its type is wrong, ${not} where it is not allowed`
}

function lengthWords(limit: MaxLength): string {
  const { title = undefined, content = undefined } = limit === 'none' ? {} : limit
  const words = [
    ...(title === undefined ? [] : [`up to ${counted(title)} characters as a title`]),
    ...(content === undefined ? [] : [`up to ${counted(content)} characters as a content`]),
  ]
  return words.length === 0 ? 'any length' : words.join(' and ')
}
