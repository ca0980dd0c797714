/** A JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export type Schema = { readonly [keyword: string]: unknown }

export type Content = Readonly<Record<string, { readonly schema: Schema }>>

export interface Response {
  readonly description: string
  readonly content?: Content
  /** Only some cases have a body. */
  readonly 'x-optional-body'?: true
}

export interface OperationObject {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly responses: Readonly<Record<string, Response>>
}

export interface PathItem {
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
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly securitySchemes?: Readonly<Record<string, Schema>>
  }
}

export function reference(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` }
}
