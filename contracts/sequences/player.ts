import { toPostId } from '../../handlers/model/post.ts'
import { farIds } from '../judge/far-ids.ts'
import { createMany, deleteAll } from './many.ts'
import { freeId, isTaken } from './near-id.ts'
import { repeat, sendBadBody, writeDeleted, writeNext } from './needless-writes.ts'
import type { Scene } from './scene.ts'
import { pick, type Step } from './step.ts'
import { playTogether } from './together.ts'
import { mainClause, perform, prepare } from './writing.ts'

/**
 * Plays steps until one shows a fault, looks at some of what is left, and deletes it; the bench of the scene has
 * findings where there was a fault.
 */
export async function play(scene: Scene, steps: readonly Step[]): Promise<void> {
  const hasFailed = () => scene.bench.findings.length > 0
  for (const step of steps) {
    if (scene.terms.isOver()) break
    scene.step++
    await playStep(scene, step)
    if (hasFailed()) return
  }
  scene.step++
  const { own } = scene.bench
  const [latest, oldest] = [own.alive.at(-1), own.alive.at(0)]
  if (latest) await scene.read(latest.id)
  if (oldest && oldest !== latest && !hasFailed()) await scene.read(oldest.id)
  const deleted = own.gone.at(-1)
  if (deleted !== undefined && !hasFailed()) await scene.read(deleted, 'delete.removes')
  if (hasFailed() || !scene.terms.deletes()) return
  await deleteAll(scene)
  if (!hasFailed()) await scene.list('delete.removes')
}

async function playStep(scene: Scene, step: Step): Promise<void> {
  const { own } = scene.bench
  switch (step.do) {
    case 'list':
      return await repeatedly(scene, step.times, () => scene.list())
    case 'read': {
      const post = pick(own.alive, step.post)
      return post && (await repeatedly(scene, step.times, () => scene.read(post.id)))
    }
    case 'read-deleted': {
      const id = pick(own.gone, step.post)
      return id === undefined
        ? undefined
        : await repeatedly(scene, step.times, () => scene.read(id, 'delete.removes'))
    }
    case 'read-near': {
      const id = freeId(scene, step.post, step.offset)
      return id === undefined ? undefined : await repeatedly(scene, step.times, () => scene.readNone(id))
    }
    case 'read-far': {
      const id = toPostId(farIds[step.id % farIds.length] ?? 0n)
      return id === undefined || isTaken(scene, id) ? undefined : await scene.ask(() => scene.readNone(id))
    }
    case 'repeat':
      return await repeat(scene, step.look)
    case 'delete-deleted':
    case 'replace-deleted':
      return await writeDeleted(scene, step)
    case 'replace-next':
    case 'create-next':
      return await writeNext(scene, step)
    case 'refused':
      return await sendBadBody(scene, step)
    case 'many':
      return await createMany(scene, step.count)
    case 'together':
      return await playTogether(scene, step)
    default: {
      const made = await prepare(scene, step)
      return made && (await scene.look(step.look, mainClause[step.do], await perform(scene, made)))
    }
  }
}

async function repeatedly(scene: Scene, times: number, view: () => Promise<void>): Promise<void> {
  for (let time = 0; time < times && scene.bench.findings.length === 0; time++) await scene.ask(view)
}
