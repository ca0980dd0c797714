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
  /** The folder of the app. Default `apps/<name>` beside this file. */
  app?: string
  /** What is done to the packages once they are installed. Default nothing. */
  alter?(installed: string): Promise<void>
  ready?: 'answers' | 'listens'
  /** The stack's own generator, run once; it leaves a folder `generated`, the start of every working folder. */
  generate?(installed: string): Promise<void>
  /** What follows `node` on the command line, relative to the working folder. PORT is in the environment. */
  args(port: number): readonly string[]
}

/** A provider of npm packages, and what it was made of. */
export interface NpmProvider extends RealProvider {
  readonly recipe: NpmRecipe & { readonly app: string }
}

/** Makes a provider of npm packages; the app is laid over what the generator made, and is its working folder. */
export function npmProvider(recipe: NpmRecipe): NpmProvider {
  const { app = join(import.meta.dirname, 'apps', recipe.name) } = recipe
  const provider = realProvider({
    ...recipe,
    async install(folder) {
      await installFromNpm(folder, recipe.packages)
      await recipe.alter?.(folder)
      await recipe.generate?.(folder)
    },
    async prepare(folder, installed) {
      if (recipe.generate) await cp(join(installed, 'generated'), folder, { recursive: true })
      await cp(app, folder, { recursive: true })
      await symlink(join(installed, 'node_modules'), join(folder, 'node_modules'))
    },
    command: (port, folder) => ({
      command: process.execPath,
      args: recipe.args(port),
      folder,
      environment: { PORT: String(port), HOME: folder },
      ...(recipe.ready ? { ready: recipe.ready } : {}),
    }),
  })
  return { ...provider, recipe: { ...recipe, app } }
}
