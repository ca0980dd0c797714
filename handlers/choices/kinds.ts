import * as v from 'valibot'
import type { Template } from '../model/template.ts'
import { clientError, positive, statusFrom } from './answers.ts'

interface Row {
  /** The meaning of the answers, in one or two sentences. */
  readonly about: string
}

/** The kinds of choices. A kind defines how answers are written, checked, and measured at a provider. */
export type Kind =
  | { readonly name: 'status' | 'treatment' | 'limit' | 'behaviour' }
  | {
      readonly name: 'body'
      readonly parts: readonly string[]
      /** Another choice whose template is meant by "same". */
      readonly like: string | undefined
    }

/** One open point of the interface document with the known answers. */
export interface Choice<Answer> extends Row {
  readonly kind: Kind
  /** Known answers, the default first. The schema may permit more, such as any other 4xx status. */
  readonly answers: Known<Answer>
  readonly schema: v.GenericSchema<unknown, Answer>
}

type Known<Answer> = readonly [Answer, ...Answer[]]

const statusClasses = {
  '2xx': statusFrom(200),
  '303': v.literal(303),
  '4xx': clientError,
  '501': v.literal(501),
} as const

/** A status that has no body (RFC 9110, sections 15.3.5 and 15.3.6). */
export function isBodiless(status: unknown): boolean {
  return status === 204 || status === 205
}

/** Declares a choice of a status. @param row.classes what else is permitted. Default 4xx. */
export function status(
  row: Row & {
    readonly answers: Known<number>
    readonly classes?: Known<keyof typeof statusClasses>
  },
): Choice<number> {
  const { classes = ['4xx'], ...choice } = row
  return {
    ...choice,
    kind: { name: 'status' },
    schema: v.union(classes.map((name) => statusClasses[name])),
  }
}

const deepest = 3

/** Declares a choice of a body: a template, or a word such as `none`. */
export function body(
  row: Row & {
    readonly answers: Known<Template>
    readonly parts: readonly string[]
    /** Words for a body besides `none`. */
    readonly words?: readonly string[]
    readonly like?: string
  },
): Choice<Template> {
  const { parts, words = [], like, ...choice } = row
  const constant = v.pipe(v.string(), v.startsWith('='))
  const number = v.pipe(v.number(), v.finite())
  const leaf = v.union([v.picklist(parts), constant, number, v.boolean(), v.null()])
  const isTemplate = (value: unknown, depth = 0): boolean => {
    if (typeof value !== 'object' || value === null) return v.is(leaf, value)
    if (depth === deepest) return false
    return Object.entries(value).every(
      ([name, member]) => name !== '__proto__' && isTemplate(member, depth + 1),
    )
  }
  return {
    ...choice,
    kind: { name: 'body', parts, like },
    schema: v.union([v.picklist(['none', ...words]), v.custom<Template>((value) => isTemplate(value))]),
  }
}

/** Error bodies that are not JSON, which some frameworks send by default, with their media types. */
export const textBodies: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  'plain-text': 'text/plain; charset=utf-8',
}

/** The media type of a text body; undefined for a JSON template. */
export function textTypeOf(template: Template): string | undefined {
  return typeof template === 'string' ? textBodies[template] : undefined
}

/** Declares how a request is handled: words, or the status of a refusal; `refused` is with `input.invalid-status`. */
export function treatment<const Answer extends string>(
  row: Row & { readonly answers: Known<Answer | number> },
): Choice<Answer | number> {
  const words = row.answers.filter((answer) => typeof answer === 'string')
  return {
    ...row,
    kind: { name: 'treatment' },
    schema: v.union([v.picklist(words), clientError]) as v.GenericSchema<unknown, Answer | number>,
  }
}

/** Whether a treatment is a refusal: `refused` or a status. */
export function isRefused(answer: unknown): answer is 'refused' | number {
  return answer === 'refused' || typeof answer === 'number'
}

/** Declares a limit: a number, or `none`. */
export function limit(row: Row & { readonly answers: Known<number | 'none'> }): Choice<number | 'none'> {
  return { ...row, kind: { name: 'limit' }, schema: v.union([v.literal('none'), positive]) }
}

/** Declares a behaviour: one answer of a closed list. */
export function behaviour<const Answer extends string>(
  row: Row & { readonly answers: Known<Answer> },
): Choice<Answer> {
  return special({ ...row, schema: v.picklist(row.answers) })
}

/** Declares a behaviour with its own schema. */
export function special<const Answer>(
  row: Row & { readonly answers: Known<NoInfer<Answer>>; readonly schema: v.GenericSchema<unknown, Answer> },
): Choice<Answer> {
  return { ...row, kind: { name: 'behaviour' } }
}
