import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { parseSync } from 'vite'

/** What the house rules ask about one source file, read from its syntax tree: comments and strings cannot fool it. */
export interface SourceFacts {
  /** Path from the top of the repository, with forward slashes. */
  file: string
  /** Every specifier of an import, type import, re-export or `import()`, a relative one as a path from the top. */
  imports: string[]
  /** `process.exit` and its kin, where the file ends or marks the process. */
  processEnds: string[]
  /** How often the type `any` is written. */
  anys: number
  /** `@ts-expect-error` and its kin, where a comment switches the compiler off. */
  silencers: string[]
  /** Comments that are written like documentation and are none, as they begin with `/*` and one more star apart. */
  brokenDocs: string[]
}

/** Lists the TypeScript files below the folders, sorted, as paths from the top of the repository. */
export function listSources(...folders: string[]): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
        posix.join(folder, name.replaceAll('\\', '/')),
      ),
    )
    .filter((file) => /\.[cm]?tsx?$/.test(file))
    .sort()
}

/** Reads the facts of one file; `text` stands in for what is on disk. */
export function readFacts(file: string, text = readFileSync(file, 'utf8')): SourceFacts {
  const { program, comments, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`Failed to parse '${file}': ${errors[0]?.message}.`)
  const facts: SourceFacts = {
    file,
    imports: [],
    processEnds: [],
    anys: 0,
    silencers: [],
    brokenDocs: [],
  }
  visit(program, (node) => {
    if (node.type === 'TSAnyKeyword') facts.anys += 1
    const source = isNode(node.source) ? node.source.value : undefined
    if (typeof source === 'string') facts.imports.push(fromTop(file, source))
    if (
      node.type === 'MemberExpression' &&
      isNode(node.object) &&
      isNode(node.property) &&
      node.object.name === 'process'
    ) {
      const name = String(node.property.name ?? node.property.value)
      if (['exit', 'exitCode', 'reallyExit', 'abort'].includes(name))
        facts.processEnds.push(`process.${name}`)
    }
  })
  for (const { value } of comments) {
    if (/^[ \t]+\*/.test(value)) facts.brokenDocs.push(value.split('\n')[0] ?? '')
    facts.silencers.push(...(value.match(/@ts-(?:ignore|nocheck|expect-error)/g) ?? []))
  }
  return facts
}

function fromTop(file: string, specifier: string): string {
  return specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : specifier
}

type SyntaxNode = Record<string, unknown> & { type: string }

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value
}

function visit(value: unknown, look: (node: SyntaxNode) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, look)
  else if (isNode(value)) {
    look(value)
    for (const child of Object.values(value)) visit(child, look)
  }
}
