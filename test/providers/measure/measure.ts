import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { realProviders } from '../all.ts'
import type { RealProvider, RunningProvider } from '../provider.ts'
import { edgeEnquiries } from './ask-edges.ts'
import { inputEnquiries } from './ask-input.ts'
import { operationEnquiries } from './ask-operations.ts'
import { textEnquiries } from './ask-text.ts'
import type { Enquiry } from './enquiry.ts'
import { Subject } from './subject.ts'

/** Header values that differ from run to run and mean nothing here. */
const ofTheMoment = /\b(Date: |ETag: |X-Request-ID: |X-Runtime: |sails\.sid=)[^;·]*[^;· ]/gi

const chapters = {
  Operations: operationEnquiries,
  Input: inputEnquiries,
  Text: textEnquiries,
  Edges: edgeEnquiries,
}

for (const name of process.argv.slice(2)) {
  const provider = realProviders.find((each) => each.name === name)
  if (provider === undefined) throw new Error(`Failed to measure "${name}": no such provider.`)
  const file = join(import.meta.dirname, '../measured', `${name}.md`)
  await writeFile(file, await measured(provider))
  process.stdout.write(`${file}\n`)
}

/** Every answer of a provider as one page; each chapter asks a provider just started. */
async function measured(provider: RealProvider): Promise<string> {
  const lines = [`# ${provider.name} ${provider.version}: raw answers`, '', provider.about, '']
  lines.push(
    `Written by \`node test/providers/measure/measure.ts ${provider.name}\`. Conclusions are in ../README.md.`,
  )
  for (const [title, enquiries] of Object.entries(chapters)) {
    lines.push('', `## ${title}`, '')
    let running = await provider.start()
    for (const enquiry of enquiries) {
      if (enquiry.fresh) running = await restarted(provider, running)
      for (const line of await answerOf(enquiry, running)) lines.push(`- **${enquiry.about}**: ${line}`)
      const alive = await isAlive(running)
      if (!alive) lines.push('  - the provider no longer answered after this, and was started again')
      if (!alive || enquiry.fresh) running = await restarted(provider, running)
    }
    await running.close()
  }
  return `${lines
    .join('\n')
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')
    .replaceAll(ofTheMoment, '$1…')}\n`
}

async function answerOf(enquiry: Enquiry, running: RunningProvider): Promise<string[]> {
  try {
    return [await enquiry.ask(new Subject(running.url))].flat()
  } catch (error) {
    return [`no answer: ${error instanceof Error ? error.message : error}`]
  }
}

async function restarted(provider: RealProvider, running: RunningProvider): Promise<RunningProvider> {
  await running.close()
  return provider.start()
}

async function isAlive(running: RunningProvider): Promise<boolean> {
  try {
    await new Subject(running.url).send('GET', '/posts')
    return true
  } catch {
    return false
  }
}
