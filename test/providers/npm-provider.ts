import { cp, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { installFromNpm } from './install.ts'
import { type RealProvider, realProvider } from './provider.ts'

/** What makes a provider out of npm packages and a folder of `apps/`. */
export interface NpmRecipe {
  name: string
  version: string
  about: string
  /** Exact versions. */
  packages: Readonly<Record<string, string>>
  /** The stack's own generator, run once; it leaves a folder `generated`, the start of every working folder. */
  generate?(installed: string): Promise<void>
  /** What follows `node` on the command line, relative to the working folder. PORT is in the environment. */
  args(port: number): readonly string[]
}

/** Makes a provider of npm packages; `apps/<name>` is laid over what the generator made, and is its working folder. */
export function npmProvider(recipe: NpmRecipe): RealProvider {
  return realProvider({
    ...recipe,
    async install(folder) {
      await installFromNpm(folder, recipe.packages)
      await recipe.generate?.(folder)
    },
    async prepare(folder, installed) {
      if (recipe.generate) await cp(join(installed, 'generated'), folder, { recursive: true })
      await cp(join(import.meta.dirname, 'apps', recipe.name), folder, { recursive: true })
      await symlink(join(installed, 'node_modules'), join(folder, 'node_modules'))
    },
    command: (port, folder) => ({
      command: process.execPath,
      args: recipe.args(port),
      folder,
      environment: { PORT: String(port), HOME: folder },
    }),
  })
}
