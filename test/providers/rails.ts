import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { runToSuccess, startProgram } from '../support/run-program.ts'
import { unpackFromDebian } from './install.ts'
import { realProvider } from './provider.ts'

const version = '6.1.7.10'
const packages = [
  `ruby-rails=2:${version}+dfsg-1~deb12u2`,
  ...['ruby', 'ruby-bundler', 'ruby-sqlite3', 'puma', 'ruby-byebug', 'ruby-listen'],
]

/** Rails from Debian 12, made by its own generators: `rails new --api` and `generate scaffold`. */
export const rails = realProvider({
  name: 'rails',
  version,
  about:
    'Ruby on Rails (Debian 12): "rails new --api", "generate scaffold Post", SQLite, Puma, development mode.',
  async install(folder) {
    await unpackFromDebian(folder, packages)
    const inFolder = { cwd: folder, env: environmentOf(folder, folder) }
    const bare = ['--api', '--minimal', '--skip-git', '--skip-bundle']
    await runToSuccess('ruby', [join(folder, 'root/usr/bin/rails'), 'new', 'generated', ...bare], inFolder)
    const inApp = { ...inFolder, cwd: join(folder, 'generated') }
    await runToSuccess('ruby', [join(folder, 'root/usr/bin/bundle'), 'install', '--local'], inApp)
    const fields = ['title:string', 'content:text']
    await runToSuccess('ruby', ['bin/rails', 'generate', 'scaffold', 'Post', ...fields], inApp)
    await runToSuccess('ruby', ['bin/rails', 'db:migrate'], inApp)
  },
  async prepare(folder, installed) {
    await cp(join(installed, 'generated'), folder, { recursive: true })
    await cp(join(import.meta.dirname, 'apps/rails'), folder, { recursive: true })
  },
  serve: (port, folder, installed) =>
    startProgram('ruby', ['bin/rails', 'server', '-b', '127.0.0.1', '-p', String(port)], {
      cwd: folder,
      env: environmentOf(installed, folder),
    }),
})

/** What makes Debian's Ruby at home under another root; a Ruby that the system has is used where nothing was unpacked. */
function environmentOf(installed: string, home: string): Record<string, string> {
  const below = (paths: readonly string[]): string =>
    paths.map((path) => join(installed, 'root/usr', path)).join(':')
  const machine = `lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`
  const ruby = ['ruby/vendor_ruby', 'ruby/vendor_ruby/3.1.0', 'ruby/3.1.0']
  const gems = ['share/rubygems-integration/all', 'share/rubygems-integration/3.1.0', 'lib/ruby/gems/3.1.0']
  return {
    HOME: home,
    PATH: `${below(['bin'])}:${process.env.PATH}`,
    LD_LIBRARY_PATH: below(['lib', machine]),
    RUBYLIB: below(ruby.flatMap((path) => [`lib/${path}`, `${machine}/${path}`])),
    GEM_PATH: below([...gems, `${machine}/rubygems-integration/3.1.0`]),
    GEM_HOME: join(home, 'gems'),
  }
}
