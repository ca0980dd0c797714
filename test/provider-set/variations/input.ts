import { keepingEach, refusing } from '../changes.ts'
import { varying } from '../member.ts'
import { type Change, type Fields, idIn, idSent, Refusal } from '../provider.ts'

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

const entities: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' }

/** What the service takes and what it makes of it: the document shows no constraint on values. */
export const inputVariations = varying({
  // What is not sent is empty, or as the name says.
  'input.required': {
    'required-title': preparing((fields) => ({ content: '', ...fields })),
    'required-content': preparing((fields) => ({ title: '', ...fields })),
    'required-none': preparing((fields) => ({ title: '', content: '', ...fields })),
    'required-none-kept-null': missingAs(null),
    'required-none-kept-absent': missingAs(undefined),
    'title-not-empty': refusing(400, ({ title }) => title === ''),
    'nothing-empty': refusing(422, ({ title, content }) => title === '' || content === ''),
    'types-coerced': preparing(({ title, content, ...fields }) => ({
      ...fields,
      title: String(title ?? ''),
      content: String(content ?? ''),
    })),
  },
  'input.unknown-fields': {
    'unknown-refused': refusing(400, ({ fields }) =>
      Object.keys(fields).some((name) => !/^(title|content)$/.test(name)),
    ),
    'unknown-stored': (_provider, correct) => ({
      accept: (body, call) => {
        const { id: _id, title: _title, content: _content, ...extra } = { ...(body as Fields) }
        return { ...correct.accept(body, call), extra }
      },
    }),
  },
  'input.client-id': {
    'client-id-refused': refusing(422, ({ fields }) => 'id' in fields),
    // A create with a free id gets it, one with a taken id is refused.
    'client-id-honoured': (provider, correct) => ({
      nextId: (input) => {
        const id = idSent(input)
        if (id !== undefined && correct.find(id)) throw new Refusal(409, 'The id is taken.')
        if (id !== undefined) return id
        do provider.lastId++
        while (provider.find(provider.lastId))
        return provider.lastId
      },
    }),
    // A replace whose body has another id than the path is refused.
    'body-id-must-match': refusing(409, (input, _posts, call) => {
      return call.method === 'PUT' && (idSent(input) ?? idIn(call)) !== idIn(call)
    }),
  },
  'text.kept': {
    'text-trimmed': keepingEach((text) => text.trim()),
    'text-trimmed-by-create': (provider, correct) => ({
      write: (id, input) => {
        const { title, content } = input
        const trimmed = { ...input, title: title.trim(), content: content.trim() }
        return correct.write(id, provider.find(id) ? input : trimmed)
      },
    }),
    'text-nfc': keepingEach((text) => text.normalize('NFC')),
    'text-lf': keepingEach((text) => text.replaceAll('\r\n', '\n')),
    'text-universal-newlines': keepingEach((text) => text.replaceAll(/\r\n?/g, '\n')),
    'text-without-nul': keepingEach((text) => text.replaceAll('\0', '')),
    'text-html-escaped': [
      keepingEach((text) => text.replaceAll(/[&<>"']/g, (sign) => `&${entities[sign]};`)),
      { arguable: 'What is read is not what was sent; design.md counts only named changes as choices.' },
    ],
  },
})
