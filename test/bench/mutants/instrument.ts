import { globSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { onceInCache } from '../../providers/cache.ts'
import { installFromNpm } from '../../providers/install.ts'

/** StrykerJS, in the version of which all mutants of one table are. */
export const strykerVersion = '10.1.1'

/** One change of somebody's source, which an environment variable switches on. */
export interface Mutant {
  /** Stryker's number. */
  readonly id: string
  /** Where it is, what kind it is and what stands there instead: the same for the same source. */
  readonly key: string
}

/** The part of Stryker's instrumenter that is used here. */
interface Instrumenter {
  instrument(
    files: readonly { name: string; mutate: boolean; content: string }[],
    options: { plugins: null; excludedMutations: string[]; ignorers: [] },
  ): Promise<{
    files: readonly { name: string; content: string }[]
    mutants: readonly {
      id: string
      fileName: string
      mutatorName: string
      replacement: string
      location: { start: { line: number; column: number } }
    }[]
  }>
}

const silent = { debug() {}, info() {}, warn() {}, isDebugEnabled: () => false }

/** Has Stryker put all its mutants into installed sources, each asleep, and writes down which there are. */
export async function instrument(installed: string, sources: readonly string[]): Promise<void> {
  const stryker = await onceInCache(`stryker-${strykerVersion}`, (into) =>
    installFromNpm(into, { '@stryker-mutator/instrumenter': strykerVersion }),
  )
  const entry = createRequire(`${stryker}/`).resolve('@stryker-mutator/instrumenter')
  const { Instrumenter } = (await import(pathToFileURL(entry).href)) as {
    Instrumenter: new (logger: typeof silent) => Instrumenter
  }
  const folder = join(installed, 'node_modules')
  const files = globSync([...sources], { cwd: folder })
    .sort()
    .map((each) => join(folder, each))
    .map((name) => ({ name, mutate: true, content: readFileSync(name, 'utf8') }))
  const result = await new Instrumenter(silent).instrument(files, {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
  })
  for (const { name, content } of result.files) await writeFile(name, content)
  const mutants = result.mutants.map(({ id, fileName, mutatorName, replacement, location: { start } }) => {
    const instead = replacement.replaceAll(/\s+/g, ' ').slice(0, 60)
    const place = `${relative(folder, fileName)}:${start.line + 1}:${start.column + 1}`
    return { id, key: `${place} ${mutatorName}: ${instead}` }
  })
  await writeFile(join(installed, 'mutants.json'), JSON.stringify(mutants, null, 1))
}
