import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { OpenApiDocument } from '../../../contracts/openapi/openapi.ts'
import type { Response as Documented } from '../../../contracts/openapi/responses.ts'
import type { Profile } from '../../../handlers/choices/profile.ts'
import { createPostsMock } from '../../../src/index.ts'
import { knownRequests } from './requests.ts'

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
 * Runs every known request on a mock of a profile, each from the same beginning: where its replies contradict a document,
 * and which of the document's responses never came.
 */
export async function compareWithMock(
  document: OpenApiDocument,
  profile: Profile,
): Promise<{ contradictions: string[]; neverAnswered: string[] }> {
  const baseUrl = 'http://posts.test/v1'
  const mock = createPostsMock({ baseUrl, posts: 3, profile, onWarning() {} })
  const check = schemaCheckOf(document)
  const documented = responsesOf(document)
  const awaited = new Set(documented.keys())
  const contradictions: string[] = []
  for (const { name, template, path, ...init } of knownRequests(
    profile,
    `${mock.posts.exact.list()[0]?.id}`,
  )) {
    mock.reset()
    const response = await mock.fetch(baseUrl + path, init)
    const pointer = pointerOf(template, init.method, response.status)
    awaited.delete(pointer)
    for (const complaint of await complaintsAbout(response, pointer, documented.get(pointer), check))
      contradictions.push(`${init.method} ${path} (${name}): ${response.status} ${complaint}`)
  }
  return { contradictions, neverAnswered: [...awaited] }
}

async function complaintsAbout(
  response: Response,
  pointer: string,
  documented: Documented | undefined,
  check: SchemaCheck,
): Promise<string[]> {
  if (!documented) return ['is not documented']
  const text = await response.text()
  const type = response.headers.get('content-type')
  const types = Object.keys(documented.content ?? {})
  // The media type of the reply, where it is documented; else another that is.
  const expected = types.find((each) => each === type) ?? types[0]
  const complaints: string[] = []
  if (text === '') {
    if (type !== null) complaints.push(`has no body but the type ${type}`)
    // Of several refusals with one status some may have no body.
    if (expected !== undefined && response.ok) complaints.push('has no body')
  } else if (expected === undefined) {
    complaints.push(`has the body ${text}`)
  } else {
    if (type !== expected) complaints.push(`has the type ${type}`)
    const value: unknown = type?.startsWith('text/') ? text : JSON.parse(text)
    const fault = check(`${pointer}/content/${escaped(expected)}/schema`, value)
    if (fault) complaints.push(`has the body ${text.slice(0, 200)}: ${fault}`)
  }
  return complaints
}

function responsesOf({ paths }: OpenApiDocument): Map<string, Documented> {
  const responses = Object.entries(paths).flatMap(([template, item]) =>
    (['get', 'post', 'put', 'delete'] as const).flatMap((method) =>
      Object.entries(item[method]?.responses ?? {}).map(
        ([status, response]) => [pointerOf(template, method, status), response] as const,
      ),
    ),
  )
  return new Map(responses)
}

function pointerOf(template: string, method: string, status: number | string): string {
  return `/paths/${escaped(template)}/${method.toLowerCase()}/responses/${status}`
}

/** RFC 6901, section 3, and the characters that a URI fragment does not take as they are. */
function escaped(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))
}
