/** A JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export type Schema = { readonly [keyword: string]: unknown }

/** The origin of a part: the ids of its clauses or choices. */
export interface Marks {
  readonly 'x-clause'?: string | readonly string[]
  readonly 'x-choice'?: string | readonly string[]
}

export type Headers = Readonly<
  Record<string, { readonly description: string; readonly required: boolean; readonly schema: Schema }>
>

export type Content = Readonly<Record<string, { readonly schema: Schema }>>

export interface Response extends Marks {
  readonly description: string
  readonly headers?: Headers
  readonly content?: Content
  /** Only some cases have a body; the description names them. */
  readonly 'x-optional-body'?: true
}

export interface OperationObject extends Marks {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly responses: Readonly<Record<string, Response>>
}

export interface PathItem {
  readonly description: string
  readonly parameters?: readonly Schema[]
  readonly get?: OperationObject
  readonly post?: OperationObject
  readonly put?: OperationObject
  readonly delete?: OperationObject
}

/** The OpenAPI 3.1.1 document of this package. Plain data in a fixed order. */
export interface OpenApiDocument {
  readonly openapi: '3.1.1'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly securitySchemes?: Readonly<Record<string, Schema>>
  }
}

/** Marks a part with its origin: one id, or a list. */
export function marks(clauses: readonly string[], choices: readonly string[]): Marks {
  return {
    ...(clauses.length > 0 && { 'x-clause': oneOrAll(clauses) }),
    ...(choices.length > 0 && { 'x-choice': oneOrAll(choices) }),
  }
}

function oneOrAll(ids: readonly string[]): string | readonly string[] {
  const [first, ...others] = new Set(ids)
  return first !== undefined && others.length === 0 ? first : [...new Set(ids)]
}

export function reference(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` }
}
