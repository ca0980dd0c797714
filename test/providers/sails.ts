import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from './install.ts'
import { npmProvider } from './npm-provider.ts'

/** The generated model is empty; Sails wants its attributes in the file that it generated. */
const model = `module.exports = {
  attributes: {
    title: { type: 'string', required: true },
    content: { type: 'string' },
  },
}
`

/** Sails with its blueprint API, made by its own generators. */
export const sails = npmProvider({
  name: 'sails',
  version: '1.5.18',
  about: 'Sails: "sails new", "sails generate api post", the blueprint routes, sails-disk.',
  packages: { sails: '1.5.18', 'sails-hook-orm': '4.0.3', '@sailshq/lodash': '3.10.6' },
  async generate(installed) {
    const command = join(installed, 'node_modules/sails/bin/sails.js')
    await run(process.execPath, [command, 'new', 'generated', '--no-frontend', '--fast'], {
      folder: installed,
    })
    const app = join(installed, 'generated')
    await run(process.execPath, [command, 'generate', 'api', 'post'], { folder: app })
    await writeFile(join(app, 'api/models/Post.js'), model)
  },
  args: (port) => ['app.js', '--port', String(port)],
})
