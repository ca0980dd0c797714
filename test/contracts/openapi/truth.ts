import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Response as Documented, OpenApiDocument } from '../../../contracts/openapi/openapi.ts'
import type { Profile } from '../../../handlers/choices/profile.ts'
import { type Reply, type Step, takenBodies } from '../../behaviour/case.ts'
import { compactCases } from '../../behaviour/cases.ts'
import { coreFor } from '../../behaviour/hosts/core.ts'
import { perform } from '../../behaviour/run-case.ts'

/** Says what is wrong with a value by a schema of a document; undefined where nothing is. */
export type SchemaCheck = (pointer: string, value: unknown) => string | undefined

/** A check that knows every schema of a document by its pointer, such as `/components/schemas/Post`. */
export function schemaCheckOf(document: OpenApiDocument): SchemaCheck {
  // Not strict: the document around the schemas is not made of schema keywords.
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  ajv.addSchema(document, 'openapi', undefined, false)
  const compiled = new Map<string, ValidateFunction>()
  return (pointer, value) => {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `openapi#${pointer}` })
    compiled.set(pointer, validate)
    return validate(value) ? undefined : ajv.errorsText(validate.errors)
  }
}

/**
 * Performs the cases of the behaviour suite on a mock of a profile: where its replies contradict a document, and which of the
 * document's responses never came.
 */
export async function compareWithMock(
  document: OpenApiDocument,
  profile: Profile,
): Promise<{ contradictions: string[]; neverAnswered: string[] }> {
  const core = coreFor(profile)
  const check = schemaCheckOf(document)
  const documented = responsesOf(document)
  const awaited = new Set(documented.keys())
  const contradictions: string[] = []
  const limit = profile['input.max-bytes']
  const large = takenBodies([
    ['more than is taken', JSON.stringify('x'.repeat(limit === 'none' ? 0 : limit))],
  ])
  for (const { fact, steps } of [...compactCases, ...large])
    for await (const { sent, reply } of perform(steps, core)) {
      const operation = operationOf(sent)
      if (operation === undefined) continue
      const pointer = `${operation}/responses/${reply.status}`
      awaited.delete(pointer)
      for (const complaint of complaintsAbout(reply, pointer, documented.get(pointer), check))
        contradictions.push(`${sent.method} ${sent.path} (${fact}): ${reply.status} ${complaint}`)
    }
  return { contradictions, neverAnswered: [...awaited] }
}

/** The place of the operation that a request is for; undefined for what no document describes. */
function operationOf({ method, path }: Step): string | undefined {
  const [, id] = /^\/posts(\/[^/?]+)?\/?(?:\?|$)/.exec(path) ?? [undefined, '']
  const template = id === undefined ? '/posts' : '/posts/{id}'
  const methods = id === undefined ? ['GET', 'POST'] : ['GET', 'PUT', 'DELETE']
  return id === '' || !methods.includes(method) ? undefined : pointerOf(template, method)
}

function complaintsAbout(
  { status, headers, text }: Reply,
  pointer: string,
  documented: Documented | undefined,
  check: SchemaCheck,
): string[] {
  if (!documented) return ['is not documented']
  const { 'content-type': type } = headers
  const types = Object.keys(documented.content ?? {})
  // The media type of the reply, where it is documented; else another that is.
  const expected = types.find((each) => each === type) ?? types[0]
  if (text === '') {
    // Of several refusals with one status some may have no body.
    const isDue = expected !== undefined && status < 300
    return [
      ...(type === undefined ? [] : [`has no body but the type ${type}`]),
      ...(isDue ? ['has no body'] : []),
    ]
  }
  if (expected === undefined) return [`has the body ${text}`]
  const value: unknown = type?.startsWith('text/') ? text : JSON.parse(text)
  const fault = check(`${pointer}/content/${escaped(expected)}/schema`, value)
  return [
    ...(type === expected ? [] : [`has the type ${type}`]),
    ...(fault ? [`has the body ${text.slice(0, 200)}: ${fault}`] : []),
  ]
}

function responsesOf({ paths }: OpenApiDocument): Map<string, Documented> {
  const responses = Object.entries(paths).flatMap(([template, item]) =>
    (['get', 'post', 'put', 'delete'] as const).flatMap((method) =>
      Object.entries(item[method]?.responses ?? {}).map(
        ([status, response]) => [`${pointerOf(template, method)}/responses/${status}`, response] as const,
      ),
    ),
  )
  return new Map(responses)
}

function pointerOf(template: string, method: string): string {
  return `/paths/${escaped(template)}/${method.toLowerCase()}`
}

/** RFC 6901, section 3, and the characters that a URI fragment does not take as they are. */
function escaped(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))
}
