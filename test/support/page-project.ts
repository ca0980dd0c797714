import { symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { installPackageIn } from './built-package.ts'
import { createProject, type ProjectFolder } from './vite-project.ts'

const repository = resolve(import.meta.dirname, '../..')

/** Makes a project in which `posts-understudy` is installed as its user has it, and MSW for handlers of the project's own. */
export async function createPageProject(
  files: Readonly<Record<string, string>> = {},
): Promise<ProjectFolder> {
  const project = await createProject(files)
  await installPackageIn(project.root)
  await symlink(join(repository, 'node_modules/msw'), join(project.root, 'node_modules/msw'), 'junction')
  return project
}
