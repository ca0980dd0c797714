import { cp, mkdir, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { buildPackage } from './built-package.ts'
import { createProject, type ProjectFolder } from './vite-project.ts'

const repository = resolve(import.meta.dirname, '../..')

/**
 * Makes a project in which `posts-understudy` is installed as its user has it, built from the sources; its dependencies, and
 * MSW for handlers of the project's own, are those of the repository.
 */
export async function createPageProject(
  files: Readonly<Record<string, string>> = {},
): Promise<ProjectFolder> {
  const project = await createProject(files)
  const installed = join(project.root, 'node_modules/posts-understudy')
  await mkdir(installed, { recursive: true })
  await cp(join(repository, 'package.json'), join(installed, 'package.json'))
  await symlink(join(repository, 'node_modules'), join(installed, 'node_modules'), 'junction')
  await symlink(join(repository, 'node_modules/msw'), join(project.root, 'node_modules/msw'), 'junction')
  const built = await buildPackage()
  await cp(join(built.folder, 'dist'), join(installed, 'dist'), { recursive: true })
  await built.remove()
  return project
}
