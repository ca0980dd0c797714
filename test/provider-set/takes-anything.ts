import type { Change, Fields } from './provider.ts'

/** A provider that makes a post of whatever it is sent, with the texts that it finds in it. */
export const takesAnything: Change = (_provider, correct) => ({
  readBody(call) {
    try {
      return correct.readBody(call)
    } catch {
      return {}
    }
  },
  accept(body) {
    const fields: Fields = typeof body === 'object' && body !== null ? { ...body } : {}
    const text = (value: unknown) => (typeof value === 'string' ? value : '')
    return { title: text(fields.title), content: text(fields.content), fields }
  },
})
