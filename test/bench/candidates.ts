import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { onceInCache } from '../providers/cache.ts'
import { installFromNpm } from '../providers/install.ts'
import { jsonServer } from '../providers/json-server.ts'
import { mockoon } from '../providers/mockoon.ts'
import { prism } from '../providers/prism.ts'
import { runTool } from '../support/built-package.ts'
import { prismDocument } from './prism-document.ts'
import { type SamplePost, sentFields } from './sample-posts.ts'

const repository = resolve(import.meta.dirname, '../..')

/** A server to measure: how `node` starts it in its folder, with 100 posts below `/v1`. */
export interface Candidate {
  readonly name: string
  readonly version: string
  readonly folder: string
  args(port: number): readonly string[]
}

/** All servers, ready to be started, and the folder they lie in. */
export interface Candidates extends AsyncDisposable {
  readonly ours: Candidate
  readonly others: readonly Candidate[]
}

/**
 * Makes all servers ready: ours is built, as users have it, the others are installed in the versions of
 * `test/providers`, each with the same posts to begin with.
 */
export async function prepareCandidates(posts: readonly SamplePost[], seed: number): Promise<Candidates> {
  const top = await mkdtemp(join(tmpdir(), 'posts-understudy-bench-'))
  const remove = () => rm(top, { recursive: true, force: true, maxRetries: 5 })
  try {
    return {
      ours: await buildOurs(join(top, 'ours'), posts.length, seed),
      others: [
        await prepareRaw(join(top, 'raw'), posts),
        await prepareJsonServer(join(top, 'json-server'), posts),
        await prepareMockoon(join(top, 'mockoon'), posts),
        await preparePrism(join(top, 'prism'), posts),
      ],
      [Symbol.asyncDispose]: remove,
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Builds our server into a folder. */
export async function buildOurs(folder: string, count: number, seed: number): Promise<Candidate> {
  const { version } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8'))
  await mkdir(folder)
  await cp(join(repository, 'package.json'), join(folder, 'package.json'))
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'), 'junction')
  await runTool('vite/bin/vite.js', 'build', '--outDir', join(folder, 'dist'), '--logLevel', 'warn')
  const options = ['--posts', String(count), '--seed', String(seed)]
  const args = (port: number) => ['dist/src/cli/main.js', 'serve', '--port', String(port), ...options]
  return { name: 'ours', version, folder, args }
}

async function prepareRaw(folder: string, posts: readonly SamplePost[]): Promise<Candidate> {
  await mkdir(folder)
  await writeFile(join(folder, 'posts.json'), JSON.stringify(posts))
  const server = join(import.meta.dirname, 'raw-server.ts')
  const args = (port: number) => [server, 'posts.json', String(port)]
  return { name: 'node:http', version: process.version, folder, args }
}

async function prepareJsonServer(folder: string, posts: readonly SamplePost[]): Promise<Candidate> {
  await install(folder, jsonServer, 'json-server')
  await writeFile(join(folder, 'db.json'), JSON.stringify({ posts }))
  await writeFile(join(folder, 'routes.json'), JSON.stringify({ '/v1/*': '/$1' }))
  const command = ['node_modules/json-server/lib/cli/bin.js', 'db.json', '--routes', 'routes.json']
  const args = (port: number) => [...command, '--host', '127.0.0.1', '--port', String(port)]
  return { name: 'json-server', version: jsonServer.version, folder, args }
}

async function prepareMockoon(folder: string, posts: readonly SamplePost[]): Promise<Candidate> {
  await install(folder, mockoon, '@mockoon/cli')
  const app = join(repository, 'test/providers/apps/mockoon/posts.json')
  const environment = JSON.parse(await readFile(app, 'utf8'))
  environment.data[0].value = JSON.stringify(posts)
  await writeFile(join(folder, 'posts.json'), JSON.stringify(environment))
  const command = ['node_modules/@mockoon/cli/bin/run.js', 'start', '--data', 'posts.json']
  const options = ['--hostname', '127.0.0.1', '--disable-log-to-file']
  const args = (port: number) => [...command, ...options, '--port', String(port)]
  return { name: 'Mockoon', version: mockoon.version, folder, args }
}

/** Prism keeps nothing: it answers every time with the examples in its document. */
async function preparePrism(folder: string, posts: readonly SamplePost[]): Promise<Candidate> {
  await install(folder, prism, '@stoplight/prism-cli')
  const document = prismDocument(posts, { id: posts.length + 1, ...sentFields })
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document))
  const command = ['node_modules/@stoplight/prism-cli/dist/index.js', 'mock', 'openapi.json']
  const args = (port: number) => [...command, '--host', '127.0.0.1', '--port', String(port)]
  return { name: 'Prism', version: prism.version, folder, args }
}

/** Shares the installation with the tests against real providers. */
async function install(
  folder: string,
  { name, version }: { name: string; version: string },
  npmName: string,
): Promise<void> {
  const installed = await onceInCache(`${name}-${version}`, (into) =>
    installFromNpm(into, { [npmName]: version }),
  )
  await mkdir(folder)
  await symlink(join(installed, 'node_modules'), join(folder, 'node_modules'), 'junction')
}
