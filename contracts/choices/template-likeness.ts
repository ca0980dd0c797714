import { constantOf, type Template } from '../../handlers/model/template.ts'
import { isObject } from '../spec/post-text.ts'

/** What a client sent, as a template. */
export const echo = { title: 'title', content: 'content' }

/** Whether a template matches the detected one, apart from the words of texts. */
export function isLike(expected: Template, found: Template, isError: boolean): boolean {
  if (typeof expected === 'string' && typeof found === 'string') {
    if (expected === found) return true
    const constants = [constantOf(expected), constantOf(found)]
    const words = isError ? ['title', 'detail'] : ['text']
    return (
      [expected, found].every((each, at) => constants[at] !== undefined || words.includes(each)) &&
      constants.includes(undefined)
    )
  }
  if (expected === 'sent' && isObject(found)) return isLike(echo, found, isError)
  if (found === 'sent' && isObject(expected)) return isLike(expected, echo, isError)
  if (found === 'errors' && Array.isArray(expected)) return true
  // An error that names no field has an empty list.
  if (expected === 'fields' && isError && isObject(found)) return Object.keys(found).length === 0
  if (Array.isArray(expected) && Array.isArray(found))
    return (
      expected.length === found.length &&
      expected.every((item, at) => isLike(item, found[at] as Template, isError))
    )
  if (!isObject(expected) || !isObject(found)) return expected === found
  const names = new Set([...Object.keys(expected), ...Object.keys(found)])
  return [...names].every(
    (name) =>
      Object.hasOwn(expected, name) &&
      Object.hasOwn(found, name) &&
      isLike(expected[name] as Template, found[name] as Template, isError),
  )
}
