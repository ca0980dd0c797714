import { idIn, idSent } from '../calls.ts'
import { keepingEach } from '../changes.ts'
import { type Change, type Fields, Refusal } from '../provider.ts'
import { refusing } from '../refusing.ts'
import { varying } from '../variation.ts'

/** Takes a body after its fields were made what the provider wants. */
function preparing(prepare: (fields: Fields) => Fields): Change {
  return (_provider, correct) => ({
    accept: (body, call) => correct.accept(prepare({ ...(body as Fields) }), call),
  })
}

/** Takes a post without content, and shows something in its place that is not a text. */
function missingAs(content: unknown): Change {
  return (_provider, correct) => ({
    accept: (body, call) => {
      const input = correct.accept({ content: '', ...(body as Fields) }, call)
      return 'content' in (body as Fields) ? input : { ...input, extra: { content } }
    },
  })
}

function honouringIds(status: number): Change {
  return (provider, correct) => ({
    nextId: (input) => {
      const id = idSent(input)
      if (id === undefined) {
        do provider.lastId++
        while (provider.find(provider.lastId))
        return provider.lastId
      }
      if (correct.find(id)) throw new Refusal(status, 'The id is taken.')
      return id
    },
  })
}

function escaped(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}

/** What the service takes and what it makes of it: the document shows no constraint on values. */
export const inputVariations = [
  ...varying('input.required', {
    'required-title': [
      'A post needs a title; a content not sent is empty.',
      preparing((fields) => ({ content: '', ...fields })),
    ],
    'required-content': [
      'A post needs a content; a title not sent is empty.',
      preparing((fields) => ({ title: '', ...fields })),
    ],
    'required-none': [
      'A post needs nothing; what is not sent is empty.',
      preparing((fields) => ({ title: '', content: '', ...fields })),
    ],
    'required-none-kept-null': ['A content not sent is null.', missingAs(null)],
    'required-none-kept-absent': ['A content not sent is not shown.', missingAs(undefined)],
    'title-not-empty': ['An empty title is refused.', refusing(400, ({ title }) => title === '')],
    'nothing-empty': [
      'Empty texts are refused.',
      refusing(422, ({ title, content }) => title === '' || content === ''),
    ],
    'types-coerced': [
      'Numbers and booleans become their text, null becomes nothing.',
      preparing(({ title, content, ...fields }) => ({
        ...fields,
        title: String(title ?? ''),
        content: String(content ?? ''),
      })),
    ],
  }),
  ...varying('input.unknown-fields', {
    'unknown-refused': [
      'Fields beyond title and content are refused.',
      refusing(400, ({ fields }) => Object.keys(fields).some((name) => !/^(title|content)$/.test(name))),
    ],
    'unknown-stored': [
      'Fields beyond title and content are stored and shown.',
      (_provider, correct) => ({
        accept: (body, call) => {
          const { id: _id, title: _title, content: _content, ...extra } = { ...(body as Fields) }
          return { ...correct.accept(body, call), extra }
        },
      }),
    ],
  }),
  ...varying('input.client-id', {
    'client-id-refused': ['A body with an id is refused.', refusing(422, ({ fields }) => 'id' in fields)],
    'client-id-honoured': [
      'A create with a free id gets it, one with a taken id is refused with 409.',
      honouringIds(409),
    ],
    'body-id-must-match': [
      'A replace whose body has another id than the path is refused.',
      (_provider, correct) => ({
        accept: (body, call) => {
          const input = correct.accept(body, call)
          if (call.method === 'PUT' && (idSent(input) ?? idIn(call)) !== idIn(call))
            throw new Refusal(409, 'The ids differ.')
          return input
        },
      }),
    ],
  }),
  ...varying('text.kept', {
    'text-trimmed': ['Blanks at the ends of a text are trimmed.', keepingEach((text) => text.trim())],
    'text-trimmed-by-create': [
      'POST trims blanks at the ends of a text, PUT does not.',
      (provider, correct) => ({
        write: (id, { title, content, ...others }) =>
          correct.write(
            id,
            provider.find(id)
              ? { title, content, ...others }
              : { title: title.trim(), content: content.trim(), ...others },
          ),
      }),
    ],
    'text-nfc': ['Texts are brought to NFC.', keepingEach((text) => text.normalize('NFC'))],
    'text-lf': ['CRLF becomes LF.', keepingEach((text) => text.replaceAll('\r\n', '\n'))],
    'text-universal-newlines': [
      'CRLF and CR become LF.',
      keepingEach((text) => text.replaceAll(/\r\n?/g, '\n')),
    ],
    'text-without-nul': ['NUL is left out.', keepingEach((text) => text.replaceAll('\0', ''))],
    'text-html-escaped': [
      'Markup is escaped for HTML.',
      keepingEach(escaped),
      { arguable: 'What is read is not what was sent; design.md counts only named changes as choices.' },
    ],
  }),
]
