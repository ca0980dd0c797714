import { cp, mkdir, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { runTool } from './built-package.ts'
import { createProject, type ProjectFolder } from './vite-project.ts'

const repository = resolve(import.meta.dirname, '..')

/**
 * Makes a project in which `posts-understudy` is installed as its user has it, built from the sources; its dependencies, and
 * MSW for handlers of the project's own, are those of the repository.
 */
export async function createPageProject(
  files: Readonly<Record<string, string>> = {},
): Promise<ProjectFolder> {
  const project = await createProject(files)
  const installed = join(project.root, 'node_modules/posts-understudy')
  const dist = join(installed, 'dist')
  await mkdir(installed, { recursive: true })
  await cp(join(repository, 'package.json'), join(installed, 'package.json'))
  await symlink(join(repository, 'node_modules'), join(installed, 'node_modules'), 'junction')
  await symlink(join(repository, 'node_modules/msw'), join(project.root, 'node_modules/msw'), 'junction')
  await runTool('vite/bin/vite.js', 'build', '--outDir', dist, '--emptyOutDir', '--logLevel', 'warn')
  const panel = ['--mode', 'panel', '--outDir', join(dist, 'panel')]
  await runTool('vite/bin/vite.js', 'build', ...panel, '--emptyOutDir', '--logLevel', 'warn')
  return project
}
