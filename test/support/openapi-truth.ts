import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Response as Documented, OpenApiDocument } from '../../contracts/openapi/document.ts'
import { answer } from '../../handlers/answer.ts'
import { toResponse } from '../../handlers/app.ts'
import type { Profile } from '../../handlers/choices/profile.ts'
import { decodeBody } from '../../handlers/http/plain.ts'
import { createPostsMock, type PostsMock } from '../../src/index.ts'
import { type KnownRequest, knownRequests } from './openapi-requests.ts'

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

/** What a mock's replies say of a document: where they contradict it, and which of its responses never came. */
export interface Truth {
  readonly contradictions: readonly string[]
  readonly neverAnswered: readonly string[]
}

/** Runs every known request on a mock of a profile, each from the same beginning, and holds the replies to a document. */
export async function compareWithMock(document: OpenApiDocument, profile: Profile): Promise<Truth> {
  const mock = createPostsMock({ baseUrl: 'http://posts.test/v1', posts: 3, profile, onWarning() {} })
  const check = schemaCheckOf(document)
  const awaited = new Set(responsePointers(document))
  const contradictions: string[] = []
  for (const request of knownRequests(profile, String(mock.posts.exact.list()[0]?.id))) {
    mock.reset()
    const response = await send(mock, request)
    const [pointer, documented] = documentedFor(document, request, response.status)
    const complaints = documented
      ? await complaintsAbout(response, documented, (value) =>
          check(contentPointer(pointer, documented, response.headers.get('content-type')), value),
        )
      : ['is not documented']
    awaited.delete(pointer)
    contradictions.push(
      ...complaints.map(
        (complaint) => `${request.method} ${request.path} (${request.name}): ${response.status} ${complaint}`,
      ),
    )
  }
  return { contradictions, neverAnswered: [...awaited] }
}

/** A fetch cannot send a GET with a body; the door behind it can. */
async function send(mock: PostsMock, { method, path, headers = {}, body }: KnownRequest): Promise<Response> {
  const url = `http://posts.test/v1${path}`
  if (method !== 'GET' || body === undefined) return mock.fetch(url, { method, headers, body: body ?? null })
  const [pathOnly = '', query] = path.split('?')
  const read = decodeBody(new TextEncoder().encode(String(body)), 'none')
  const request = {
    method,
    base: 'http://posts.test/v1',
    path: pathOnly,
    query: query ? `?${query}` : '',
    headers,
  }
  return toResponse(await answer({ ...request, ...read }, mock.world))
}

async function complaintsAbout(
  response: Response,
  documented: Documented,
  check: (value: unknown) => string | undefined,
): Promise<string[]> {
  const text = await response.text()
  const mediaType = response.headers.get('content-type')
  const expectedType = typeIn(documented, mediaType)
  const complaints: string[] = []
  if (text === '') {
    if (mediaType !== null) complaints.push(`has no body but the type ${mediaType}`)
    if (expectedType !== undefined && !documented['x-optional-body']) complaints.push('has no body')
  } else if (expectedType === undefined) {
    complaints.push(`has the body ${text}`)
  } else {
    if (mediaType !== expectedType) complaints.push(`has the type ${mediaType}`)
    const fault = check(mediaType?.startsWith('text/') ? text : JSON.parse(text))
    if (fault) complaints.push(`has the body ${text.slice(0, 200)}: ${fault}`)
  }
  return complaints
}

function documentedFor(
  document: OpenApiDocument,
  { method, template }: KnownRequest,
  status: number,
): [string, Documented | undefined] {
  const name = method.toLowerCase() as (typeof methods)[number]
  const documented = document.paths[template]?.[name]?.responses[status]
  return [`/paths/${escaped(template)}/${name}/responses/${status}`, documented]
}

const methods = ['get', 'post', 'put', 'delete'] as const

function responsePointers(document: OpenApiDocument): string[] {
  return Object.entries(document.paths).flatMap(([template, item]) =>
    methods.flatMap((name) =>
      Object.keys(item[name]?.responses ?? {}).map(
        (status) => `/paths/${escaped(template)}/${name}/responses/${status}`,
      ),
    ),
  )
}

function contentPointer(pointer: string, documented: Documented, mediaType: string | null): string {
  return `${pointer}/content/${escaped(typeIn(documented, mediaType) ?? '')}/schema`
}

/** The media type of a reply, where it is documented; else another that is. */
function typeIn({ content = {} }: Documented, mediaType: string | null): string | undefined {
  const types = Object.keys(content)
  return types.find((each) => each === mediaType) ?? types[0]
}

/** RFC 6901, section 3, and the characters that a URI fragment does not take as they are. */
function escaped(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))
}
